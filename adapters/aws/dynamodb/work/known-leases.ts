import type { Clock } from '../../../../domain/clock.ts';
import type { Leases, UserSubject } from '../../../../domain/work/work-stores.ts';
import { userPartition } from '../fields/field-item.ts';
import type { Table } from '../table.ts';
import { leases } from './leases.ts';
import { existingUser } from './subject-items.ts';

/** Kinds of work of which each user has at most one worker at a time. */
export type UserWork = 'sync' | 'merge' | 'operations' | 'records' | 'credentials' | 'irrigation';

/**
 * Leases of users, in their partitions of the fields table.
 *
 * @example const merging = userLeases('merge', { fields, users, clock: systemClock });
 */
export function userLeases(
  kind: UserWork,
  { fields, users, clock }: { fields: Table; users: Table; clock: Clock },
): Leases<UserSubject> {
  return leases({
    table: fields,
    clock,
    keyOf: ({ ownerId, svcUserId }) => ({ pk: userPartition(ownerId, svcUserId), sk: `turn#${kind}` }),
    existence: existingUser(users),
    deadlineKey: `lease#${kind}`,
  });
}

/**
 * Leases for compacting the points of an owner. They have a partition of their own, since every item beside the
 * pointers is read as a table of the lake. The pointer of points contains the deadline.
 *
 * @example await runExclusively(ownerId, attempt, compactionLeases(operations, clock), round);
 */
export function compactionLeases(operations: Table, clock: Clock): Leases<string> {
  return leases({
    table: operations,
    clock,
    keyOf: (ownerId) => ({ pk: `${ownerId}#compaction`, sk: 'lease' }),
    deadlineKey: 'compaction',
  });
}
