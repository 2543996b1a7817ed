import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../../domain/clock.ts';
import type { ApiKeyDirectory, KeyHolder } from '../../../../domain/keys/api-key-store.ts';
import { grantOf } from '../../../../domain/links/magic-link.ts';
import { apiKeySecrets } from '../../../secrets/random-secrets.ts';
import type { Table } from '../table.ts';
import { readUser } from '../users/user-directory.ts';
import { apiKeyHashKey } from './api-key-item.ts';
import { type LinkKey, readLink } from './link-item.ts';

/** A stored holder; for the key of a link's session, with the key of the link. */
type StoredHolder = Omit<KeyHolder, 'link'> & { expiresAt: string; link?: LinkKey };

/**
 * Holders of API keys. Each request reads them strongly consistent and without a cache, so that revoking takes effect
 * at once.
 *
 * @example const holder = await apiKeyDirectory(keys, users, clock).holder(key); // undefined once it is revoked
 */
export function apiKeyDirectory(keys: Table, users: Table, clock: Clock): ApiKeyDirectory {
  return {
    async holder(key) {
      const hash = apiKeySecrets.hashOf(key);
      if (hash === undefined) return undefined;
      const Key = apiKeyHashKey(hash);
      const { Item } = await keys.client.send(new GetCommand({ TableName: keys.name, Key, ConsistentRead: true }));
      const found = Item?.holder as StoredHolder | undefined;
      if (!found || Date.parse(found.expiresAt) <= clock.now()) return undefined;
      const { expiresAt: _, link: linkOfKey, ...holder } = found;
      if (!(await readUser(users, holder.ownerId, holder.svcUserId))) return undefined;
      if (!linkOfKey) return holder;
      const kept = await readLink(keys, linkOfKey);
      return kept && { ...holder, link: grantOf(kept.link) };
    },
  };
}
