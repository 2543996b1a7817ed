import * as z from 'zod';
import { credentialSchema } from '../../../domain/credentials/credential.ts';
import { credentialBodySchema, heldByAppKey } from '../../../domain/credentials/credential-body.ts';
import {
  credentialEventDays,
  credentialEventSchema,
  credentialEventSortFields,
} from '../../../domain/credentials/credential-event.ts';
import { bodyExample } from '../../../domain/providers/member-schemas.ts';
import type { Provider } from '../../../domain/providers/provider.ts';
import { type ProviderKey, providers } from '../../../domain/providers/providers.ts';
import { defineArea, type Endpoint } from '../../http/endpoint.ts';
import { userInPath } from '../../http/existence.ts';
import { pageParameters, userIdInPath } from '../../http/parameters.ts';

const params = z.object({ svcUserId: userIdInPath });
const readOnly = ['id', 'status', 'message', 'createdTime', 'tokenMetadata'];

const pathOf = ({ credentialPath }: Provider) => `/users/{svcUserId}/${credentialPath}` as const;

function getEndpoint(row: Provider) {
  return {
    method: 'GET',
    path: pathOf(row),
    summary: `Get the ${row.displayName} credential of a service user`,
    description: 'Secrets are masked: `****` and their last four characters. 404 when the user has no credential.',
    access: 'owner',
    params,
    exists: { user: userInPath },
    responses: { 200: { description: 'The credential.', schema: credentialSchema(row) } },
  } as const satisfies Endpoint;
}

function appKeyNote(row: Provider): string {
  const held = heldByAppKey(row);
  if (held.length === 0) return '';
  return `\n\n\`appKey\` (an addition) names an app key of the owner, which provides ${held.join(', ')}. Its values are not copied: replacing the app key changes them for all credentials that refer to it.`;
}

function createEndpoint(row: Provider) {
  return {
    method: 'POST',
    path: pathOf(row),
    summary: `Attach a credential for ${row.displayName} to a service user`,
    description: `If this installation can call ${row.displayName}, the credential is checked there in the background, and \`status\` changes accordingly; otherwise \`message\` and an event say that nothing will arrive.
Secrets are sealed at once and never returned. To change a secret, delete the credential and attach it again.${appKeyNote(row)}`,
    access: 'owner',
    idempotent: true,
    conflict: `The user already has a credential for ${row.displayName}, or the \`Idempotency-Key\` was used for another request.`,
    params,
    exists: { user: 'ownWrite' },
    body: {
      kind: 'json',
      schema: credentialBodySchema(row),
      readOnly,
      example: bodyExample(row.credential.members),
      hasSecrets: true,
    },
    responses: {
      201: { description: 'The credential.', schema: credentialSchema(row), location: 'given' },
    },
  } as const satisfies Endpoint;
}

function deleteEndpoint(row: Provider) {
  return {
    method: 'DELETE',
    path: pathOf(row),
    summary: `Delete the ${row.displayName} credential of a service user`,
    description:
      'Its events are deleted with it, and no more data is fetched with it. Data that was fetched earlier stays. 404 when the user has no credential.',
    access: 'owner',
    params,
    exists: { user: userInPath },
    responses: { 204: { description: 'Deleted.' } },
  } as const satisfies Endpoint;
}

function eventsEndpoint(row: Provider) {
  return {
    method: 'GET',
    path: `${pathOf(row)}/events`,
    summary: `List the responses of ${row.displayName} to calls with a credential`,
    description: `Lists the last ${credentialEventDays} days. Without \`sort\`, the oldest comes first. 404 when the user has no credential.`,
    access: 'owner',
    paged: true,
    params,
    exists: { user: userInPath },
    query: z.strictObject(pageParameters(credentialEventSortFields)),
    responses: { 200: { description: 'One page of events.', schema: z.array(credentialEventSchema) } },
  } as const satisfies Endpoint;
}

type Endpoints = {
  [Key in ProviderKey as `get${Key}Credentials`]: ReturnType<typeof getEndpoint>;
} & {
  [Key in ProviderKey as `create${Key}Credentials`]: ReturnType<typeof createEndpoint>;
} & {
  [Key in ProviderKey as `delete${Key}Credentials`]: ReturnType<typeof deleteEndpoint>;
} & {
  [Key in ProviderKey as `list${Key}CredentialEvents`]: ReturnType<typeof eventsEndpoint>;
};

const endpoints = Object.fromEntries(
  providers.flatMap((row) => [
    [`get${row.key}Credentials`, getEndpoint(row)],
    [`create${row.key}Credentials`, createEndpoint(row)],
    [`delete${row.key}Credentials`, deleteEndpoint(row)],
    [`list${row.key}CredentialEvents`, eventsEndpoint(row)],
  ]),
) as unknown as Endpoints;

/** Area D: the credentials that connect service users to providers. Every provider has the same four endpoints, with its own body. */
export const credentialsApi = defineArea({
  name: 'credentials',
  title: 'Provider credentials',
  letter: 'D',
  description: 'The credentials that connect a service user to providers: at most one for each provider.',
  base: '/services/usermanagement/api',
  takes: '/users/{svcUserId}',
  endpoints,
});
