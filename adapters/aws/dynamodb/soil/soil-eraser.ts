import type { Eraser } from '../../../../domain/erasure/eraser.ts';
import { erasePartition, keysOf } from '../erasure/erase-partition.ts';
import type { Table } from '../table.ts';
import { soilContents } from './soil-contents.ts';
import { userSoil } from './soil-item.ts';

/** An eraser of a user's batches of soil results, whose partitions the index by user finds. */
export function soilEraser(soil: Table): Eraser {
  return {
    covers: 'soil',
    async erase({ ownerId, svcUserId }) {
      for await (const { pk } of keysOf(soil, userSoil(ownerId, svcUserId))) await erasePartition(soil, String(pk));
      await erasePartition(soil, soilContents(ownerId, svcUserId));
    },
  };
}
