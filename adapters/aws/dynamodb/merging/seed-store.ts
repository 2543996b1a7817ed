import type { NewId } from '../../../../domain/clock.ts';
import { notFound } from '../../../../domain/errors.ts';
import type { KeptSeed, MergeStore, Seed } from '../../../../domain/merging/merge-store.ts';
import { userPartition } from '../fields/field-item.ts';
import type { Table } from '../table.ts';
import { transact } from '../transact.ts';
import { userItems } from '../user-items.ts';
import { userExists } from '../users/user-exists.ts';

const prefix = 'merge-seed#';

/** What waits to be merged, in the user's partition of the fields table: the same change noted twice is one. */
export function seedStore(
  fields: Table,
  users: Table,
  newId: NewId,
): Pick<MergeStore, 'addSeed' | 'seeds' | 'removeSeeds'> {
  const TableName = fields.name;
  const keyOf = (ownerId: string, svcUserId: string, seed: Seed) => ({
    pk: userPartition(ownerId, svcUserId),
    sk: `${prefix}${seed.fieldId}#${whatOf(seed)}`,
  });

  return {
    async addSeed(ownerId, svcUserId, seed) {
      const kept = { ...seed, stamp: newId() };
      const Item = { ...keyOf(ownerId, svcUserId, seed), seed: kept };
      const failed = await transact(fields.client, [
        { Put: { TableName, Item } },
        userExists(users, ownerId, svcUserId),
      ]);
      if (failed !== undefined) throw notFound('user', svcUserId);
      return kept;
    },

    async seeds(ownerId, svcUserId, most) {
      const seeds: KeptSeed[] = [];
      for await (const { seed } of userItems(fields, ownerId, svcUserId, prefix)) {
        seeds.push(seed as KeptSeed);
        if (seeds.length === most) break;
      }
      return seeds;
    },

    async removeSeeds(ownerId, svcUserId, seeds) {
      for (const seed of seeds) {
        await transact(fields.client, [
          {
            Delete: {
              TableName,
              Key: keyOf(ownerId, svcUserId, seed),
              ConditionExpression: 'seed.stamp = :stamp',
              ExpressionAttributeValues: { ':stamp': seed.stamp },
            },
          },
        ]);
      }
    },
  };
}

/** Seeds that know different things of one field do not take each other's place. */
function whatOf({ boundaryId, mergedFieldId, bounds, related }: Seed): string {
  if (related) return 'related';
  if (boundaryId !== undefined) return boundaryId;
  return bounds || mergedFieldId !== undefined ? 'deleted' : 'changed';
}
