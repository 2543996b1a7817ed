import * as z from 'zod';
import { invalid, type Problem } from '../errors.ts';
import type { CommitRecord } from '../idempotency.ts';
import { type PermissionScope, permissionScopes } from '../providers/member-schemas.ts';
import { type ClientEnvironment, clientEnvironments } from '../providers/provider.ts';
import { type ProviderKey, providers } from '../providers/providers.ts';
import type { Sealer } from '../secrets.ts';
import { createdTimeSchema } from '../shared-members.ts';

/** The maximum number of applications that an owner can register at one provider. */
export const maxAppKeys = 100;

/** The name that an owner gives an application: a segment of its path, which begins with a letter or a digit. */
export const appNameSchema = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._()&+-]{0,99}$/u, 'must be 1 to 100 letters, digits, spaces and . _ ( ) & + -')
  .describe('The name that the owner gave the application; unique for the provider and the environment.');

/** An owner's application at a provider. Of its body, only the scopes are returned. */
export const appKeySchema = z
  .object({
    provider: z.enum(providers.map(({ key }) => key)).describe('Key of the provider.'),
    appName: z.string().describe('The name that the owner gave the application.'),
    clientEnvironment: z
      .enum(clientEnvironments)
      .describe('`PRODUCTION` at providers whose app keys have no environment.'),
    createdTime: createdTimeSchema,
    scopes: z
      .array(z.enum(permissionScopes))
      .optional()
      .describe('The permissions of the application, if they were given.'),
  })
  .meta({ id: 'AppKey' });

export type AppKey = z.infer<typeof appKeySchema>;

/** Identifies an app key among those of its owner. */
export interface AppKeyName {
  provider: ProviderKey;
  appName: string;
  clientEnvironment: ClientEnvironment;
}

/** Stores app keys with their bodies sealed. */
export interface AppKeyStore {
  /** The app keys of a provider, sorted by name and environment. */
  list(ownerId: string, provider: ProviderKey): Promise<AppKey[]>;
  /** The providers that the owner has app keys for. */
  providers(ownerId: string): Promise<ReadonlySet<ProviderKey>>;
  get(ownerId: string, name: AppKeyName): Promise<AppKey | undefined>;
  /** The sealed body of an app key. */
  sealed(ownerId: string, name: AppKeyName): Promise<string | undefined>;
  /** False when an app key with this name exists. */
  create(ownerId: string, key: AppKey, sealed: string, commit?: CommitRecord): Promise<boolean>;
  /** Replaces the body and the scopes; undefined when no app key has this name. */
  replace(
    ownerId: string,
    name: AppKeyName,
    body: { sealed: string; scopes: PermissionScope[] | undefined },
  ): Promise<AppKey | undefined>;
  /** False when it does not exist. */
  remove(ownerId: string, name: AppKeyName): Promise<boolean>;
}

/** Binds the sealed body of an app key to its owner and key: moved to another one, it cannot be opened. */
export function appKeyScope(ownerId: string, { provider, appName, clientEnvironment }: AppKeyName) {
  return { ownerId, provider, member: `appKey ${clientEnvironment} ${appName}` };
}

/** A phrase that names an app key in messages. */
export function saidAppKey({ provider, appName, clientEnvironment }: AppKeyName): string {
  return `app key "${appName}" for ${provider} in ${clientEnvironment}`;
}

/** The problem of a request that names an app key that its owner does not have. */
export function noSuchAppKey(name: AppKeyName): Problem {
  return invalid('#/appKey', `There is no ${saidAppKey(name)}. Register it first.`, 'appKeyMissing');
}

/** The body of an app key in clear; undefined when no app key has this name. */
export async function openAppKey(
  ownerId: string,
  name: AppKeyName,
  { appKeys, sealer }: { appKeys: Pick<AppKeyStore, 'sealed'>; sealer: Pick<Sealer, 'open'> },
): Promise<Record<string, string | string[]> | undefined> {
  const sealed = await appKeys.sealed(ownerId, name);
  return sealed === undefined ? undefined : JSON.parse(await sealer.open(appKeyScope(ownerId, name), sealed));
}
