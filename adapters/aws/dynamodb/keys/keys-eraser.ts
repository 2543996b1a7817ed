import type { Eraser } from '../../../../domain/erasure/eraser.ts';
import { eraseItems } from '../batch-write.ts';
import type { Table } from '../table.ts';
import { itemsIn } from '../user-items.ts';
import { apiKeyFromItem, apiKeyHashKey, apiKeyIdKey, apiKeyKey, apiKeyPrefix } from './api-key-item.ts';

/** A deleted user's API keys. What leads to a key goes first: an eraser that breaks off then finds the key again. */
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
