import type { Clock, NewId } from '../../../../domain/clock.ts';
import type { ChangedRow, Shard } from '../../../../domain/lake-tables/shard.ts';
import type { Leases, WorkList } from '../../../../domain/work/work-stores.ts';
import type { Table } from '../table.ts';
import { leases } from '../work/leases.ts';
import { workList } from '../work/work-list.ts';

/** Work lists of changed rows, and leases of shards: a partition for each shard in the table of operations. */
export function shardWork(
  operations: Table,
  clock: Clock,
  newId: NewId,
): { list: WorkList<Shard, ChangedRow>; leases: Leases<Shard> } {
  const partitionOf = ({ ownerId, table, shard }: Shard) => `${ownerId}#lake#${table}#${shard}`;
  return {
    list: workList({
      table: operations,
      newId,
      partitionOf,
      prefix: 'noted#',
      nameOf: ({ svcUserId, id = '' }) => `${svcUserId}#${id}`,
      format: { stamp: 'note', write: (row, note) => ({ note, row }), read: ({ row }) => row as ChangedRow },
    }),
    leases: leases({
      table: operations,
      clock,
      keyOf: (shard) => ({ pk: partitionOf(shard), sk: 'visit' }),
      deadlineKey: 'lakeShard',
      subjectName: 'visited',
    }),
  };
}
