import type { Clock } from '../../../../domain/clock.ts';
import type { Leases, UserSubject } from '../../../../domain/work/work-stores.ts';
import { userPartition } from '../fields/field-item.ts';
import type { Table } from '../table.ts';
import { leases } from './leases.ts';
import { existingUser } from './subject-items.ts';

/** Kinds of work that go on for a user one after the other, never at once. */
export type UserWork = 'sync' | 'merge' | 'operations' | 'credentials';

/** Leases of users: items in their partitions of the table of fields. */
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
 * The leases on compacting the points of an owner. What is to be compacted, and when, stands in the pointer of the points; beside it every item
 * is taken for a table of the lake, so that leases have a partition of their own.
 */
export function compactionLeases(operations: Table, clock: Clock): Leases<string> {
  return leases({
    table: operations,
    clock,
    keyOf: (ownerId) => ({ pk: `${ownerId}#compaction`, sk: 'lease' }),
    deadlineKey: 'compaction',
  });
}
