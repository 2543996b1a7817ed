import type { Clock, NewId } from '../../../../domain/clock.ts';
import type { CountingWork } from '../../../../domain/usage/counting/ports.ts';
import type { Table } from '../table.ts';
import { leases } from '../work/leases.ts';
import { workList } from '../work/work-list.ts';
import { leaseKey, notedPartition, notedPrefix } from './consumption-item.ts';

/** The work list of an owner's usage, and the lease of the worker that counts it. */
export function countingWork(consumption: Table, clock: Clock, newId: NewId): CountingWork {
  return {
    list: workList({
      table: consumption,
      newId,
      partitionOf: notedPartition,
      prefix: notedPrefix,
      nameOf: ({ source }) => source,
    }),
    leases: leases({ table: consumption, clock, keyOf: leaseKey, deadlineKey: 'counting' }),
  };
}
