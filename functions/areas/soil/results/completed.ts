import { Problem } from '../../../../domain/errors.ts';
import type { StoredSoilEntry } from '../../../../domain/soil/batch/soil-batch.ts';

/** @throws Problem 409 where nothing was made of the entry, or has not been yet. */
export function refuseUnlessCompleted({ status, errorMessage }: StoredSoilEntry): void {
  if (status === 'COMPLETED') return;
  if (status === 'PROCESSING') {
    const detail = 'The zip is still being processed. Ask again when its entry is COMPLETED.';
    throw new Problem('conflict', detail, { errorKey: 'soilEntryNotEnded', retryAfterSeconds: 5 });
  }
  throw new Problem('conflict', `The zip could not be read: ${errorMessage}`, { errorKey: 'soilEntryFailed' });
}
