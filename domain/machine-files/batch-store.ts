import type { FarmEvent } from '../events/event.ts';
import type { CommitRecord } from '../idempotency.ts';
import type { Page, PageRequest } from '../paging.ts';
import type { ParserAttempts } from '../parser-attempts.ts';
import type { ProviderKey } from '../providers/providers.ts';
import type { ProvidedFile } from '../sync/file-provider.ts';
import type { Batch } from './batch.ts';

/** The file of a provider that a batch contains. Such batches are not listed: their files are. */
export interface BatchSource {
  provider: ProviderKey;
  /** Names the file among those of the account, whatever its state. */
  fileKey: string;
  kind: ProvidedFile['kind'];
  providerFileId: string;
  /** When the provider last changed it. */
  modifiedTime: string;
  organizationId?: string | undefined;
  /** The fields that the provider names. */
  fieldIds: readonly string[];
  /** Why there is no content, in the words of the provider. */
  refused?: string | undefined;
}

/** A batch as it is stored. */
export interface StoredBatch extends Batch {
  /** Absent for uploads. */
  source?: BatchSource | undefined;
  /** The owner's name at the time of the upload, which is stored with the points in the lake. */
  ownerName: string;
  /** Time at which it was processed again; absent until then. */
  askedTime?: string | undefined;
}

/** Stores batches of machine files. */
export interface BatchStore {
  get(ownerId: string, id: string): Promise<StoredBatch | undefined>;
  list(ownerId: string, svcUserId: string | undefined, page: PageRequest): Promise<Page<StoredBatch>>;
  /**
   * Creates a batch. Throws `notFound` if the user does not exist. @param deadline when an unfinished batch is overdue,
   * in milliseconds since 1970.
   */
  create(ownerId: string, batch: StoredBatch, deadline: number, commit?: CommitRecord): Promise<void>;
  /**
   * Replaces a batch that has one of the given statuses; false if it has another status. A finished batch has no
   * deadline. Throws `notFound` if its user has been deleted.
   */
  change(ownerId: string, batch: StoredBatch, from: StoredBatch['status'][], deadline?: number): Promise<boolean>;
  /** The attempts to open the upload of a batch. */
  attempts(ownerId: string, id: string): ParserAttempts;
  overdue(now: number): Promise<{ ownerId: string; batch: StoredBatch }[]>;
}

/** Ends batches. */
export interface EndingBatchStore extends BatchStore {
  /**
   * Ends a batch that has the given status, together with its event; false if it has another status. Throws `notFound`
   * if its user has been deleted.
   */
  end(ownerId: string, batch: StoredBatch, from: StoredBatch['status'], event: FarmEvent): Promise<boolean>;
}
