import type { TableTimes } from '../../../../domain/query/query-engine.ts';
import { lakePointerKey } from '../operations/operation-item.ts';
import { partition } from '../partition.ts';
import type { Table } from '../table.ts';

/** The times of the last changes, in the pointers of tables. */
export function tableTimes(operations: Table): TableTimes {
  return {
    async changed(ownerId) {
      const pointers = await partition(operations, lakePointerKey(ownerId, '').pk);
      return new Map(
        pointers.flatMap(({ sk, updatedTime }) =>
          updatedTime === undefined ? [] : [[String(sk), String(updatedTime)]],
        ),
      );
    },
  };
}
