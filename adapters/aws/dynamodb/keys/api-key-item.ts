import type { StoredApiKey } from '../../../../domain/keys/api-key.ts';
import type { Item } from '../table.ts';

/*
 * A key is an item in the partition of its user, where its list is read and the eraser finds it. Two others lead to it: one by its id,
 * which revoking names, and one by its hash, which is there as long as the key is not revoked.
 */

export const apiKeyPrefix = 'apiKey#';

export function apiKeyKey(ownerId: string, svcUserId: string, id: string): { pk: string; sk: string } {
  return { pk: `${ownerId}#${svcUserId}`, sk: apiKeyPrefix + id };
}

export function apiKeyIdKey(ownerId: string, id: string): { pk: string; sk: string } {
  return { pk: `${ownerId}#apiKey#${id}`, sk: 'user' };
}

/**
 * Key of the holder of an API key, by the hash of the key. It has no owner's id, since a request has only the key.
 *
 * @example apiKeyHashKey('h') // { pk: 'apiKeyHash#h', sk: 'holder' }
 */
export function apiKeyHashKey(hash: string): { pk: string; sk: string } {
  return { pk: `apiKeyHash#${hash}`, sk: 'holder' };
}

export function apiKeyFromItem({ apiKey }: Item): StoredApiKey | undefined {
  return apiKey as StoredApiKey | undefined;
}
