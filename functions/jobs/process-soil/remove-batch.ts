import { incomingKey, incomingSoil } from '../../../domain/files/object-keys.ts';
import { soilBatchPrefix } from '../../../domain/files/soil-keys.ts';
import type { TableChange } from '../../../domain/lake-tables/shard.ts';
import { settleCopies } from '../../../domain/soil/batch/soil-copies.ts';
import { unlessDeleted } from '../../queue/unless-deleted.ts';
import type { RemoveSoilMessage } from './messages.ts';
import type { SoilProcessing } from './services.ts';

/** From so many batches on, all rows of the user are written again instead of theirs. */
const maxBatches = 50;
const keysAtOnce = 1_000;

/**
 * Removes the files and rows of a batch that was deleted, and has copies of its zips count. Idempotent: what the batch
 * has left is forgotten last.
 */
export async function removeBatch(
  { ownerId, svcUserId, batchId }: RemoveSoilMessage,
  services: SoilProcessing,
): Promise<void> {
  const { soil, noteRows } = services;
  const hashes = await soil.removedHashes(ownerId, svcUserId, batchId);
  // The eraser of a user takes all of it.
  if (!hashes) return;
  await unlessDeleted(async () => {
    const changed = new Set([batchId]);
    for (const one of hashes) {
      for (const copy of await settleCopies(ownerId, svcUserId, one, services)) changed.add(copy);
    }
    await noteRows(rowsOfBatches(ownerId, svcUserId, [...changed]));
    await removeFiles(soilBatchPrefix(ownerId, svcUserId, batchId), services);
    await removeFiles(incomingKey(ownerId, svcUserId, batchId, '', incomingSoil), services);
    await soil.forgetRemoved(ownerId, svcUserId, batchId);
  });
}

/** The rows of batches, as a change of the lake. */
export function rowsOfBatches(ownerId: string, svcUserId: string, batchIds: readonly string[]): TableChange {
  const rows = batchIds.length > maxBatches ? [{ svcUserId }] : batchIds.map((id) => ({ svcUserId, id }));
  return { ownerId, table: 'soil_samples', rows };
}

async function removeFiles(prefix: string, { files }: SoilProcessing): Promise<void> {
  let keys: string[] = [];
  for await (const key of files.list(prefix)) {
    if (keys.push(key) < keysAtOnce) continue;
    await files.remove(keys);
    keys = [];
  }
  if (keys.length > 0) await files.remove(keys);
}
