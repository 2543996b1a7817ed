import type { NewId } from '../../../../domain/clock.ts';
import type { Seed } from '../../../../domain/merging/merge-store.ts';
import type { UserSubject, WorkList } from '../../../../domain/work/work-stores.ts';
import { userPartition } from '../fields/field-item.ts';
import type { Table } from '../table.ts';
import { existingUser } from '../work/subject-items.ts';
import { workList } from '../work/work-list.ts';

/** What waits to be merged, in the user's partition of the fields table: the same change noted twice is one. */
export function seedList(fields: Table, users: Table, newId: NewId): WorkList<UserSubject, Seed> {
  return workList({
    table: fields,
    newId,
    partitionOf: ({ ownerId, svcUserId }) => userPartition(ownerId, svcUserId),
    prefix: 'merge-seed#',
    nameOf: (seed) => `${seed.fieldId}#${whatOf(seed)}`,
    format: {
      stamp: 'seed.stamp',
      write: (seed, stamp) => ({ seed: { ...seed, stamp } }),
      read: ({ seed }) => seed as Seed,
    },
    existence: existingUser(users),
  });
}

/** Seeds that know different things of one field do not take each other's place. */
function whatOf({ boundaryId, mergedFieldId, bounds, related }: Seed): string {
  if (related) return 'related';
  if (boundaryId !== undefined) return boundaryId;
  return bounds || mergedFieldId !== undefined ? 'deleted' : 'changed';
}
