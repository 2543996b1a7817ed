import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../../domain/clock.ts';
import type { LinkDirectory } from '../../../../domain/links/link-store.ts';
import { type LinkState, stateOf } from '../../../../domain/links/magic-link.ts';
import { linkSecrets } from '../../../secrets/random-secrets.ts';
import type { Table } from '../table.ts';
import { readUser } from '../users/user-directory.ts';
import { type LinkKey, linkHashKey, readLink } from './link-item.ts';

/** Links, read strongly consistent and without a cache, so that revoking takes effect at once. */
export function linkDirectory(keys: Table, users: Table, clock: Clock): LinkDirectory {
  return {
    async state(secret) {
      const found = await findLink(keys, secret);
      if (typeof found === 'string') return found;
      const kept = await readLink(keys, found);
      const isThere = kept && (await readUser(users, found.ownerId, kept.link.svcUserId));
      return isThere ? stateOf(kept.link, clock.now()) : 'unknown';
    },
  };
}

/** The key of the link with a secret; or the state of one that no longer exists. */
export async function findLink(
  keys: Table,
  secret: string,
): Promise<LinkKey | Extract<LinkState, 'unknown' | 'revoked'>> {
  const hash = linkSecrets.hashOf(secret);
  if (hash === undefined) return 'unknown';
  const Key = linkHashKey(hash);
  const { Item } = await keys.client.send(new GetCommand({ TableName: keys.name, Key, ConsistentRead: true }));
  if (Item?.revokedAt !== undefined) return 'revoked';
  return (Item?.link as LinkKey | undefined) ?? 'unknown';
}
