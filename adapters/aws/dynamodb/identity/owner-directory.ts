import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Owner, OwnerDirectory } from '../../../../domain/access/owner.ts';
import type { Clock } from '../../../../domain/clock.ts';
import type { Table } from '../table.ts';
import { accountKey } from './identity-item.ts';

/** Maximum age of a cached owner, and so the time for which a revoked owner may still be accepted. */
const oldestMilliseconds = 30_000;
const remembered = 1_000;

/** Owners from the owners' table, cached for 30 seconds in each instance. */
export function ownerDirectory(owners: Table, clock: Clock): OwnerDirectory {
  const known = new Map<string, { owner: Owner | undefined; until: number }>();
  return {
    async find(ownerId) {
      const now = clock.now();
      const entry = known.get(ownerId);
      if (entry && entry.until > now) return entry.owner;
      const { Item } = await owners.client.send(new GetCommand({ TableName: owners.name, Key: accountKey(ownerId) }));
      const owner = Item?.owner as Owner | undefined;
      if (known.size >= remembered) known.clear();
      known.set(ownerId, { owner, until: now + oldestMilliseconds });
      return owner;
    },
  };
}
