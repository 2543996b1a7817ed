import type { Erased, Eraser } from '../../../../domain/erasure/eraser.ts';
import type { Table } from '../table.ts';
import { sessionsOf } from '../uploads/upload-item.ts';
import { erasePartition, keysOf } from './erase-partition.ts';

const partitionOf = ({ ownerId, svcUserId }: Erased) => `${ownerId}#${svcUserId}`;

/** Empties a table whose partitions are the users. */
export function partitionEraser(covers: string, table: Table, keep?: (sk: string) => boolean): Eraser {
  return { covers, erase: (user) => erasePartition(table, partitionOf(user), keep) };
}

/** Uploads, their entries and sessions: the index by user leads to their partitions. */
export function uploadsEraser(uploads: Table): Eraser {
  return {
    covers: 'uploads',
    async erase(user) {
      for (const partition of [partitionOf(user), sessionsOf(user.ownerId, user.svcUserId)]) {
        const range = { index: 'byUser', partitionKey: 'userKey', partition, sortKey: 'listKey' };
        for await (const { pk } of keysOf(uploads, range)) await erasePartition(uploads, pk as string);
      }
    },
  };
}
