import type { Eraser } from '../../../domain/erasure/eraser.ts';
import { byShard, type LakeTable } from '../../../domain/lake-tables/shard.ts';
import { noteChanges, type ShardNoting } from '../note-changes/note-changes.ts';

/** Has the rows of a user taken out of a table of the lake at once: who has been deleted has none, whatever records there still are. */
export function tableEraser(table: LakeTable, noting: ShardNoting): Eraser {
  return {
    covers: `lake:lake/${table}/`,
    erase: ({ ownerId, svcUserId }) => noteChanges(byShard([{ ownerId, table, rows: [{ svcUserId }] }]), noting, 0),
  };
}
