import type { StoredSoilBatch, StoredSoilEntry } from '../../../domain/soil/batch/soil-batch.ts';
import type { SoilBatchStore } from '../../../domain/soil/batch/soil-batch-store.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import { type Finder, ofExistingUser, orNotFound } from '../../http/existence.ts';

interface Stores {
  users: UserDirectory;
  soil: Pick<SoilBatchStore, 'get'>;
}

/** The batch, unless it, or its user, is not there. */
export const batchInPath: Finder<{ params: { id: string } }, Stores, StoredSoilBatch> = async (
  { ownerId, params: { id } },
  { soil, users },
) => ofExistingUser(ownerId, await soil.get(ownerId, id), users, ['soil batch', id]);

export interface EntryOfBatch {
  batch: StoredSoilBatch;
  entry: StoredSoilEntry;
}

/** The entry with its batch. */
export const entryInPath: Finder<{ params: { id: string; entryId: string } }, Stores, EntryOfBatch> = async (
  named,
  services,
) => {
  const batch = await batchInPath(named, services);
  const { entryId } = named.params;
  const entry = batch.entries.find(({ id }) => id === entryId);
  return { batch, entry: orNotFound(entry, 'soil entry', entryId) };
};
