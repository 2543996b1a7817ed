import { Problem } from '../../../../domain/errors.ts';
import type { StoredSoilEntry } from '../../../../domain/soil/batch/soil-batch.ts';

/** @throws Problem 409 where nothing was made of the entry, or has not been yet. */
export function refuseUnlessCompleted(entry: StoredSoilEntry): void {
  refuseWhileProcessing(entry);
  if (entry.status === 'COMPLETED') return;
  throw new Problem('conflict', `The zip could not be read: ${entry.errorMessage}`, { errorKey: 'soilEntryFailed' });
}

/** @throws Problem 409 where the entry has not ended. */
export function refuseWhileProcessing({ status }: StoredSoilEntry): void {
  if (status !== 'PROCESSING') return;
  const detail = 'The zip is still being processed. Ask again when its entry has ended.';
  throw new Problem('conflict', detail, { errorKey: 'soilEntryNotEnded', retryAfterSeconds: 5 });
}
