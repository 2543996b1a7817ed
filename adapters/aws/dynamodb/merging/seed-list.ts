import type { NewId } from '../../../../domain/clock.ts';
import type { Seed } from '../../../../domain/merging/seed.ts';
import type { UserSubject, WorkList } from '../../../../domain/work/work-stores.ts';
import { userPartition } from '../fields/field-item.ts';
import type { Table } from '../table.ts';
import { existingUser } from '../work/subject-items.ts';
import { workList } from '../work/work-list.ts';

/** The work list of merging, in the user's partition of the fields table; noting a change twice has no effect. */
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

/** The kind of a seed, so that seeds of one field with different members do not replace each other. */
function whatOf({ boundaryId, mergedFieldId, bounds, related }: Seed): string {
  if (related) return 'related';
  if (boundaryId !== undefined) return boundaryId;
  return bounds || mergedFieldId !== undefined ? 'deleted' : 'changed';
}
