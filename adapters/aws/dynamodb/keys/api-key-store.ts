import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Eraser } from '../../../../domain/erasure/eraser.ts';
import { notFound } from '../../../../domain/errors.ts';
import type { ApiKeyStore } from '../../../../domain/keys/api-key-store.ts';
import { eraseItems } from '../batch-write.ts';
import { indexPage } from '../lists/index-page.ts';
import { sortedPage } from '../lists/sorted-page.ts';
import type { Item, Table } from '../table.ts';
import { transact } from '../transact.ts';
import { itemsIn } from '../user-items.ts';
import { userExists } from '../users/user-exists.ts';
import { apiKeyFromItem, apiKeyHashKey, apiKeyIdKey, apiKeyKey, apiKeyPrefix } from './api-key-item.ts';

/** API keys in DynamoDB. Their hashes appear in no response and no log. */
export function apiKeyStore(keys: Table, users: Table): ApiKeyStore {
  const TableName = keys.name;
  const read = async (Key: Item) =>
    (await keys.client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;

  return {
    async create(ownerId, apiKey, hash, commit) {
      const { id, svcUserId, expiresAt } = apiKey;
      const holder = { ownerId, svcUserId, id, expiresAt };
      const writes = [
        userExists(users, ownerId, svcUserId),
        { Put: { TableName, Item: { ...apiKeyKey(ownerId, svcUserId, id), apiKey, hash } } },
        { Put: { TableName, Item: { ...apiKeyIdKey(ownerId, id), svcUserId } } },
        { Put: { TableName, Item: { ...apiKeyHashKey(hash), holder } } },
      ];
      const failed = await transact(keys.client, writes, commit);
      if (failed !== undefined) throw notFound('user', svcUserId);
    },

    async get(ownerId, id) {
      const pointer = await read(apiKeyIdKey(ownerId, id));
      const item = pointer && (await read(apiKeyKey(ownerId, String(pointer.svcUserId), id)));
      return item && apiKeyFromItem(item);
    },

    list(ownerId, svcUserId, asked) {
      const { pk } = apiKeyKey(ownerId, svcUserId, '');
      const range = { partitionKey: 'pk', partition: pk, sortKey: 'sk', prefix: apiKeyPrefix };
      if (asked.sort.length === 0) return indexPage(keys, range, asked, apiKeyFromItem);
      const hint = 'Leave `sort` out: the oldest key then comes first.';
      return sortedPage(keys, range, asked, apiKeyFromItem, { nameOf: ({ id }) => id, hint });
    },

    async revoke(ownerId, { id, svcUserId }, revokedAt) {
      const Key = apiKeyKey(ownerId, svcUserId, id);
      const item = await read(Key);
      if (!item || apiKeyFromItem(item)?.revokedAt !== undefined) return;
      await transact(keys.client, [
        {
          Update: {
            TableName,
            Key,
            UpdateExpression: 'SET apiKey.revokedAt = :at',
            ConditionExpression: 'attribute_exists(apiKey) AND attribute_not_exists(apiKey.revokedAt)',
            ExpressionAttributeValues: { ':at': revokedAt },
          },
        },
        { Delete: { TableName, Key: apiKeyHashKey(String(item.hash)) } },
      ]);
    },
  };
}

/**
 * Erases a deleted user's API keys. The entry that lists a key is deleted last, so that an interrupted eraser finds the
 * key again.
 */
export function keysEraser(keys: Table): Eraser {
  return {
    covers: 'keys',
    async erase({ ownerId, svcUserId }) {
      for await (const item of itemsIn(keys, apiKeyKey(ownerId, svcUserId, '').pk, apiKeyPrefix)) {
        const { id } = apiKeyFromItem(item) ?? { id: '' };
        await eraseItems(keys, [apiKeyHashKey(String(item.hash)), apiKeyIdKey(ownerId, id)]);
        await eraseItems(keys, [apiKeyKey(ownerId, svcUserId, id)]);
      }
    },
  };
}
