import * as z from 'zod';
import type { Page, PageRequest } from '../paging.ts';
import type { FilterOf } from '../parameters.ts';
import type { ParserAttempts } from '../parser-attempts.ts';
import type { Entry } from './entry.ts';
import { type Upload, uploadStatuses } from './upload.ts';

/** What a list of uploads may be narrowed to. */
export const uploadFilters = {
  svcUserId: z.uuid('must be the id of a service user').toLowerCase().optional(),
  status: z.enum(uploadStatuses).optional(),
};
export type UploadFilter = FilterOf<typeof uploadFilters>;

/** Where uploads and their entries are kept. */
export interface UploadStore {
  get(ownerId: string, uploadId: string): Promise<Upload | undefined>;
  list(ownerId: string, filter: UploadFilter, page: PageRequest): Promise<Page<Upload>>;
  entries(ownerId: string, uploadId: string, page: PageRequest): Promise<Page<Entry>>;
  /** Throws `notFound` when the user is not there, or has been deleted. `deadline`: when an upload that is still RECEIVED has failed. */
  create(ownerId: string, upload: Upload, deadline: number): Promise<void>;
  putEntry(ownerId: string, entry: Entry): Promise<void>;
  /** Moves a RECEIVED upload to its final status. False when it has one already, or its user has been deleted. */
  finish(ownerId: string, upload: Upload, status: 'PROCESSED' | 'FAILED'): Promise<boolean>;
  /** The attempts to open the file of a RECEIVED upload. */
  attempts(ownerId: string, uploadId: string): ParserAttempts;
  /** RECEIVED uploads whose deadline has passed. */
  overdue(now: number): Promise<{ ownerId: string; upload: Upload }[]>;
}
