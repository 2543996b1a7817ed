import * as z from 'zod';
import { appKeySchema, appNameSchema, maxAppKeys } from '../../../domain/keys/app-key.ts';
import { bodyExample, bodySchema } from '../../../domain/providers/member-schemas.ts';
import { type AppKeyShape, clientEnvironments, type Provider } from '../../../domain/providers/provider.ts';
import { type ProviderKey, providers } from '../../../domain/providers/providers.ts';
import type { Endpoint } from '../../http/endpoint.ts';

/** A provider at which owners register applications. */
export type AppProvider = Provider<ProviderKey> & { appKey: AppKeyShape };

export const appProviders = (providers as readonly Provider<ProviderKey>[]).filter(
  (row): row is AppProvider => row.appKey !== undefined,
);

const named = { appName: appNameSchema };
const inEnvironment = {
  ...named,
  clientEnvironment: z
    .enum(clientEnvironments)
    .describe('The environment of the provider: `PRODUCTION` for real accounts, `STAGE` for its sandbox.'),
};
const readOnly = ['provider', 'appName', 'clientEnvironment', 'createdTime'];

/** The path of an app key, and what names it there. */
function inPath({ key, appKey: { hasEnvironment } }: AppProvider) {
  const below = hasEnvironment ? '/{appName}/{clientEnvironment}' : '/{appName}';
  return {
    path: `/app-keys/${key}${below}`,
    params: z.object(hasEnvironment ? inEnvironment : named) as z.ZodObject<typeof named>,
  } as const;
}

function bodyOf({ key, appKey: { members } }: AppProvider, verb: 'New' | 'Replaced') {
  return {
    kind: 'json',
    schema: bodySchema(members).meta({ id: `${verb}${key}AppKey` }),
    readOnly,
    example: bodyExample(members),
    hasSecrets: true,
  } as const;
}

function listEndpoint({ key, displayName }: Provider) {
  return {
    method: 'GET',
    path: `/app-keys/${key}`,
    summary: `List the app keys for ${displayName}`,
    description: 'The names of your applications at the provider. Their secrets are never returned.',
    access: 'owner',
    responses: {
      200: { description: `All app keys, at most ${maxAppKeys}, sorted by name.`, schema: z.array(appKeySchema) },
    },
  } as const satisfies Endpoint;
}

function getEndpoint(row: AppProvider) {
  return {
    method: 'GET',
    ...inPath(row),
    summary: `Get an app key for ${row.displayName}`,
    description: 'Of the body, only the scopes are returned.',
    access: 'owner',
    responses: { 200: { description: 'The app key.', schema: appKeySchema } },
  } as const satisfies Endpoint;
}

function createEndpoint(row: AppProvider) {
  return {
    method: 'POST',
    ...inPath(row),
    summary: `Register an application at ${row.displayName}`,
    description: 'Secrets are sealed at once and never returned.',
    access: 'owner',
    idempotent: true,
    conflict: `An app key with this name exists already, or the owner has ${maxAppKeys} app keys.`,
    exists: { appKey: 'made' },
    body: bodyOf(row, 'New'),
    responses: { 201: { description: 'The app key.', schema: appKeySchema, location: 'given' } },
  } as const satisfies Endpoint;
}

function replaceEndpoint(row: AppProvider) {
  return {
    method: 'PUT',
    ...inPath(row),
    summary: `Replace an app key for ${row.displayName}`,
    description: 'Credentials that refer to the app key use the new values from the next call on.',
    access: 'owner',
    body: bodyOf(row, 'Replaced'),
    responses: { 200: { description: 'The app key.', schema: appKeySchema } },
  } as const satisfies Endpoint;
}

function deleteEndpoint(row: AppProvider) {
  return {
    method: 'DELETE',
    ...inPath(row),
    summary: `Delete an app key for ${row.displayName}`,
    description: 'Refused while credentials refer to the app key, since they could not be used without it.',
    access: 'owner',
    conflict: 'Credentials refer to the app key.',
    responses: { 204: { description: 'Deleted.' } },
  } as const satisfies Endpoint;
}

/** The endpoints of each provider, under names that begin with the verb: `getJohnDeereAppKey`. */
export type AppKeyEndpoints = { [Key in ProviderKey as `list${Key}AppKeys`]: ReturnType<typeof listEndpoint> } & {
  [Key in ProviderKey as `get${Key}AppKey`]: ReturnType<typeof getEndpoint>;
} & { [Key in ProviderKey as `create${Key}AppKey`]: ReturnType<typeof createEndpoint> } & {
  [Key in ProviderKey as `replace${Key}AppKey`]: ReturnType<typeof replaceEndpoint>;
} & { [Key in ProviderKey as `delete${Key}AppKey`]: ReturnType<typeof deleteEndpoint> };

/** The applications of an owner at providers. */
export const appKeyEndpoints = Object.fromEntries([
  ...providers.map((row) => [`list${row.key}AppKeys`, listEndpoint(row)]),
  ...appProviders.flatMap((row) => [
    [`get${row.key}AppKey`, getEndpoint(row)],
    [`create${row.key}AppKey`, createEndpoint(row)],
    [`replace${row.key}AppKey`, replaceEndpoint(row)],
    [`delete${row.key}AppKey`, deleteEndpoint(row)],
  ]),
]) as unknown as AppKeyEndpoints;
