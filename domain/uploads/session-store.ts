import type { CommitRecord } from '../idempotency.ts';
import type { UploadSession } from './upload-session.ts';

/** The upload of one file of a session to the bucket. */
export interface OpenUpload {
  /** The bucket's id of the multipart upload. */
  multipartId: string;
  objectKey: string;
}

/** A session with its internal members. */
export interface OpenSession {
  session: UploadSession;
  /** One for each file of the session. */
  uploads: OpenUpload[];
  /** The magic link with whose key it was started. */
  linkId?: string | undefined;
}

/** How long a session is stored after it has expired, so that a late client learns the reason. */
export const sessionRowSeconds = 7 * 24 * 60 * 60;

/** Stores upload sessions. */
export interface SessionStore {
  /** Throws `notFound` if the user does not exist. */
  create(ownerId: string, session: OpenSession, commit?: CommitRecord): Promise<void>;
  get(ownerId: string, id: string): Promise<OpenSession | undefined>;
  /** Changes an OPEN session to its final status; false if it is not OPEN. */
  close(ownerId: string, id: string, status: Exclude<UploadSession['status'], 'OPEN'>): Promise<boolean>;
}

export interface UploadedSessionPart {
  partNumber: number;
  sizeBytes: number;
  etag: string;
}

/** Uploads files in parts, directly between client and bucket. */
export interface MultipartStore {
  begin(key: string): Promise<string>;
  /**
   * A presigned URL for the PUT of one part of exactly this size, and its expiry (milliseconds since 1970), which is no
   * later than that of the signing credentials.
   */
  signPart(
    key: string,
    multipartId: string,
    part: { partNumber: number; sizeBytes: number },
  ): Promise<{ url: string; expiresAt: number }>;
  /** The parts that have arrived; undefined if the multipart upload was completed or aborted. */
  parts(key: string, multipartId: string): Promise<UploadedSessionPart[] | undefined>;
  /** Completes a multipart upload. Idempotent, since two requests may finish one upload at once. */
  complete(key: string, multipartId: string, parts: UploadedSessionPart[]): Promise<void>;
  abort(key: string, multipartId: string): Promise<void>;
}
