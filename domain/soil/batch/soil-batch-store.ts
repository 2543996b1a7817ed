import * as z from 'zod';
import type { FarmEvent } from '../../events/event.ts';
import type { CommitRecord } from '../../idempotency.ts';
import type { Page, PageRequest } from '../../paging.ts';
import { type FilterOf, userFilter } from '../../parameters.ts';
import type { ParserAttempts } from '../../parser-attempts.ts';
import { type StoredSoilBatch, type StoredSoilEntry, soilBatchStatuses } from './soil-batch.ts';
import type { SoilContent, SoilHashes } from './soil-copies.ts';

/** Filters of a list of batches. */
export const soilBatchFilters = {
  svcUserId: userFilter,
  status: z.enum(soilBatchStatuses).optional().describe('Only batches in this state.'),
};
export type SoilBatchFilter = FilterOf<typeof soilBatchFilters>;

/** Stores batches of soil results with their entries. */
export interface SoilBatchStore {
  get(ownerId: string, id: string): Promise<StoredSoilBatch | undefined>;
  list(ownerId: string, filter: SoilBatchFilter, page: PageRequest): Promise<Page<StoredSoilBatch>>;
  /** All batches of a user, the oldest first. */
  each(ownerId: string, svcUserId: string): AsyncIterable<StoredSoilBatch>;
  /**
   * Creates a batch. Throws `notFound` if the user does not exist. @param deadline when an unfinished batch is overdue,
   * in milliseconds since 1970.
   */
  create(ownerId: string, batch: StoredSoilBatch, deadline: number, commit?: CommitRecord): Promise<void>;
}

/** Ends entries, and with the last one their batch. */
export interface EndingSoilBatchStore extends SoilBatchStore {
  /**
   * Ends an entry that is PROCESSING; the batch ends with its last entry, together with its event. Undefined if the
   * entry has ended before or its batch is gone. Throws `notFound` if the user has been deleted.
   */
  endEntry(
    ownerId: string,
    batchId: string,
    entry: StoredSoilEntry,
    eventOf: (ended: StoredSoilBatch) => FarmEvent,
  ): Promise<StoredSoilBatch | undefined>;
  /** All entries of a user whose content or reading is that of an entry, or of one of those. Those that are gone are not among them. */
  copiesOf(ownerId: string, svcUserId: string, hashes: SoilHashes): Promise<SoilContent[]>;
  /** Notes which entry counts in place of a copy, if any. False if nothing changes, or its batch is gone. */
  setDuplicate(ownerId: string, copy: SoilContent, original: SoilContent | undefined): Promise<boolean>;
  /** Removes a batch that has ended, together with its event. False if it is gone. Throws `notFound` if the user has been deleted. */
  remove(ownerId: string, batch: StoredSoilBatch, event: FarmEvent): Promise<boolean>;
  /** The hashes of the entries of a batch that was removed, until they are forgotten. */
  removedHashes(ownerId: string, svcUserId: string, batchId: string): Promise<SoilHashes[] | undefined>;
  forgetRemoved(ownerId: string, svcUserId: string, batchId: string): Promise<void>;
  /** The attempts to open the zip of an entry. */
  attempts(ownerId: string, batchId: string, entryId: string): ParserAttempts;
  /** PROCESSING batches whose deadline has passed. */
  overdue(now: number): Promise<{ ownerId: string; batch: StoredSoilBatch }[]>;
}
