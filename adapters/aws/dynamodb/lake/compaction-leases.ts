import type { Clock } from '../../../../domain/clock.ts';
import type { Leases } from '../../../../domain/work/work-stores.ts';
import type { Table } from '../table.ts';
import { leases } from '../work/leases.ts';

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
