import * as z from 'zod';
import { apiKeySchema, createdApiKeySchema, newApiKeySchema, type StoredApiKey } from '../../../domain/keys/api-key.ts';
import type { ApiKeyStore } from '../../../domain/keys/api-key-store.ts';
import { givenUserId } from '../../../domain/users/given-user-id.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import { defineEndpoints } from '../../http/endpoint.ts';
import { type Finder, listedUserInQuery, ofExistingUser, userInBody } from '../../http/existence.ts';
import { idInPath, pageParameters } from '../../http/parameters.ts';

interface Keys {
  keys: Pick<ApiKeyStore, 'get'>;
  users: Pick<UserDirectory, 'get'>;
}

/** The key, if it and its user exist. */
export const apiKeyInPath: Finder<{ params: { apiKeyId: string } }, Keys, StoredApiKey> = async (
  { ownerId, params: { apiKeyId } },
  { keys, users },
) => ofExistingUser(ownerId, await keys.get(ownerId, apiKeyId), users, ['api key', apiKeyId]);

/** Keys that let hosted pages and widgets act for one service user. */
export const apiKeyEndpoints = defineEndpoints({
  listApiKeys: {
    method: 'GET',
    path: '/api-keys',
    summary: "List a user's API keys",
    description:
      'The oldest key comes first. Keys are masked. Expired and revoked keys stay listed, with `valid: false`.',
    access: 'owner',
    paged: true,
    query: z.strictObject({
      svcUserId: givenUserId,
      ...pageParameters(['id', 'createdTime', 'expiresAt']),
    }),
    exists: { user: listedUserInQuery },
    responses: { 200: { description: 'One page of keys.', schema: z.array(apiKeySchema) } },
  },
  createApiKey: {
    method: 'POST',
    path: '/api-keys',
    summary: 'Create an API key for a user',
    description:
      'Only this response contains the key. Sent in the header `X-Api-Key`, it gives access to the data of its user alone, at the endpoints that take API keys.',
    access: 'owner',
    idempotent: true,
    exists: { user: userInBody },
    body: {
      kind: 'json',
      schema: newApiKeySchema,
      example: {
        svcUserId: '0198c2a0-0000-7000-8000-000000000000',
        expiresIn: 86_400,
        description: 'The widget of the dashboard',
      },
    },
    responses: {
      201: { description: 'The complete key.', schema: createdApiKeySchema, location: '/api-keys/{id}' },
    },
  },
  revokeApiKey: {
    method: 'DELETE',
    path: '/api-keys/{apiKeyId}',
    summary: 'Revoke an API key',
    description:
      'Takes effect at once and cannot be undone. The key stays listed. Revoking it again changes nothing and also returns 204.',
    access: 'owner',
    params: z.object({ apiKeyId: idInPath.describe('Id of the API key, as `GET /api-keys` lists it.') }),
    exists: { apiKey: apiKeyInPath },
    responses: { 204: { description: 'Revoked.' } },
  },
});
