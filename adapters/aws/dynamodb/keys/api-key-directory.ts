import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../../domain/clock.ts';
import type { ApiKeyDirectory, KeyHolder } from '../../../../domain/keys/api-key-store.ts';
import { apiKeySecrets } from '../../../api-key-secrets.ts';
import type { Table } from '../table.ts';
import { readUser } from '../users/user-directory.ts';
import { apiKeyHashKey } from './api-key-item.ts';

/** Holders of API keys. Each request reads them as they are at that moment, and nothing is remembered: revoking has effect at once. */
export function apiKeyDirectory(keys: Table, users: Table, clock: Clock): ApiKeyDirectory {
  return {
    async holder(key) {
      const hash = apiKeySecrets.hashOf(key);
      if (hash === undefined) return undefined;
      const Key = apiKeyHashKey(hash);
      const { Item } = await keys.client.send(new GetCommand({ TableName: keys.name, Key, ConsistentRead: true }));
      const found = Item?.holder as (KeyHolder & { expiresAt: string }) | undefined;
      if (!found || Date.parse(found.expiresAt) <= clock.now()) return undefined;
      const { expiresAt: _, ...holder } = found;
      return (await readUser(users, holder.ownerId, holder.svcUserId)) && holder;
    },
  };
}
