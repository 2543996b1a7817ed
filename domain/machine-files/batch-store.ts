import type { FarmEvent } from '../events/event.ts';
import type { Page, PageRequest } from '../paging.ts';
import type { ParserAttempts } from '../parser-attempts.ts';
import type { Batch } from './batch.ts';

/** A batch as it is kept. */
export interface StoredBatch extends Batch {
  /** The owner's name when it was sent, which its points carry in the lake. */
  ownerName: string;
  /** When it was sent back to work; absent until then. */
  askedTime?: string | undefined;
}

/** Where batches of machine files are kept. */
export interface BatchStore {
  get(ownerId: string, id: string): Promise<StoredBatch | undefined>;
  list(ownerId: string, svcUserId: string | undefined, page: PageRequest): Promise<Page<StoredBatch>>;
  /** Throws `notFound` when the user is not there. `deadline`: when a batch that has not ended is looked after. */
  create(ownerId: string, batch: StoredBatch, deadline: number): Promise<void>;
  /**
   * Writes a batch over one that has one of the given statuses; false when it has another by now. A batch that has ended
   * has no deadline. Throws `notFound` when its user has been deleted.
   */
  change(ownerId: string, batch: StoredBatch, from: StoredBatch['status'][], deadline?: number): Promise<boolean>;
  /** The attempts to look into the upload of a batch. */
  attempts(ownerId: string, id: string): ParserAttempts;
  overdue(now: number): Promise<{ ownerId: string; batch: StoredBatch }[]>;
}

/** Where batches come to their end. */
export interface EndingBatchStore extends BatchStore {
  /** Writes a batch that has ended over one that has the given status, together with its event; otherwise as `change`. */
  end(ownerId: string, batch: StoredBatch, from: StoredBatch['status'], event: FarmEvent): Promise<boolean>;
}
