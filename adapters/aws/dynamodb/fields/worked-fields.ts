import { isWanted, type RecordedWork, type WorkFilter } from '../../../../domain/operations/recorded-work.ts';
import { keysOf } from '../erasure/erase-partition.ts';
import {
  intersection,
  mapped,
  type ReadBudget,
  ReadsSpent,
  type RowStream,
  rangeStream,
  type Spot,
  type Streamed,
  union,
} from '../lists/row-stream.ts';
import { traitRange } from '../lists/traits.ts';
import { fieldWorkPartition, notedKey } from '../operations/operation-item.ts';
import { isDecidedByTraits, workAsked } from '../operations/work-traits.ts';
import type { Table } from '../table.ts';
import { fieldPrefix, userPartition } from './field-item.ts';

/** Cost of reading the work on one field, in reads of a page's budget. */
const readsForField = 0.25;

/** Fields with work that may match a filter, ordered by id, and the exact check. */
export interface WorkedFields {
  stream(streamed: Pick<Streamed, 'budget' | 'first'>, descending: boolean): RowStream;
  /** Absent if the stream contains only matching fields. */
  isWanted?: (spot: Spot, budget: ReadBudget) => Promise<boolean>;
}

export function workedFields(operations: Table, ownerId: string, asked: WorkFilter): WorkedFields {
  const groups = workAsked(ownerId, asked).map((keys) => keys.map((key) => traitRange(key, fieldPrefix)));
  return {
    stream(streamed, descending) {
      const streamsOf = (group: (typeof groups)[number]) =>
        union(
          group.map((range) => rangeStream(operations, { ...range, descending }, streamed)),
          descending,
        );
      return mapped(intersection(groups.map(streamsOf), descending), ({ at }) => ({
        at,
        row: { pk: userPartition(ownerId, namesIn(at).svcUserId) },
      }));
    },

    ...(!isDecidedByTraits(asked) && {
      async isWanted({ at }: Spot, budget: ReadBudget) {
        if (budget.reads <= 0) throw new ReadsSpent();
        budget.reads -= readsForField;
        const { fieldId, svcUserId } = namesIn(at);
        const partition = fieldWorkPartition(ownerId, svcUserId);
        const range = { partitionKey: 'pk', partition, sortKey: 'sk', prefix: notedKey(fieldId, 'file', '') };
        for await (const { work } of keysOf(operations, range)) {
          if (work && isWanted(work as RecordedWork, asked)) return true;
        }
        return false;
      },
    }),
  };
}

function namesIn(sortText: string): { fieldId: string; svcUserId: string } {
  const [fieldId = '', svcUserId = ''] = sortText.split('#');
  return { fieldId, svcUserId };
}
