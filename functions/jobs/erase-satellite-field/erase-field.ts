import { satellitePrefix } from '../../../domain/files/object-keys.ts';
import type { ErasingObjectStore } from '../../../domain/files/object-store.ts';
import type { DeletedFields } from '../../../domain/satellite/satellite-stores.ts';
import type { FieldErasureMessage } from './messages.ts';

export interface ErasureServices {
  deleted: DeletedFields;
  files: Pick<ErasingObjectStore, 'erase'>;
}

/**
 * Removes the images and processes of a deleted field: at once, and again when no worker can be writing for it any longer. A message that comes
 * between the two does the first once more. Idempotent.
 */
export async function eraseField(
  { ownerId, fieldId }: FieldErasureMessage,
  { deleted, files }: ErasureServices,
): Promise<void> {
  const isOver = await deleted.pass(ownerId, fieldId);
  if (isOver === undefined) return;
  // Processes lead to images: they go last.
  await files.erase(satellitePrefix(ownerId, fieldId));
  await deleted.eraseProcesses(ownerId, fieldId);
  await deleted.done(ownerId, fieldId, isOver);
}
