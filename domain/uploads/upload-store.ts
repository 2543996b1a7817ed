import * as z from 'zod';
import type { CommitRecord } from '../idempotency.ts';
import type { Page, PageRequest } from '../paging.ts';
import type { FilterOf } from '../parameters.ts';
import type { ParserAttempts } from '../parser-attempts.ts';
import { givenUserId } from '../users/given-user-id.ts';
import type { Entry } from './entry.ts';
import { type Upload, uploadStatuses } from './upload.ts';

/** Filters of a list of uploads. */
export const uploadFilters = {
  svcUserId: givenUserId.optional().describe('Only uploads of this service user.'),
  status: z.enum(uploadStatuses).optional().describe('Only uploads in this state.'),
};
export type UploadFilter = FilterOf<typeof uploadFilters>;

/** Stores uploads and their entries. */
export interface UploadStore {
  get(ownerId: string, uploadId: string): Promise<Upload | undefined>;
  list(ownerId: string, filter: UploadFilter, page: PageRequest): Promise<Page<Upload>>;
  entries(ownerId: string, uploadId: string, page: PageRequest): Promise<Page<Entry>>;
  /**
   * Creates an upload. Throws `notFound` if the user does not exist. @param deadline when an upload that is still
   * RECEIVED has failed, in milliseconds since 1970.
   */
  create(ownerId: string, upload: Upload, deadline: number, commit?: CommitRecord): Promise<void>;
  /** Writes an entry; one that has ended stays as it is. */
  putEntry(ownerId: string, entry: Entry): Promise<void>;
  /** Changes a RECEIVED upload to its final status; false if it has one, or its user has been deleted. */
  finish(ownerId: string, upload: Upload, status: 'PROCESSED' | 'FAILED'): Promise<boolean>;
  /** The attempts to open the file of a RECEIVED upload. */
  attempts(ownerId: string, uploadId: string): ParserAttempts;
  /** RECEIVED uploads whose deadline has passed. */
  overdue(now: number): Promise<{ ownerId: string; upload: Upload }[]>;
}
