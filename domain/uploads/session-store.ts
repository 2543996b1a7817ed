import type { UploadSession } from './upload-session.ts';

/** A session with what only the service may know of it. */
export interface OpenSession {
  session: UploadSession;
  /** The bucket's own id of the multipart upload. */
  multipartId: string;
  objectKey: string;
  /** The link by whose key it was begun. */
  linkId?: string | undefined;
}

/** A session's row stays this long after it expired, so that a late client learns why. */
export const sessionRowSeconds = 7 * 24 * 60 * 60;

/** Where upload sessions are kept. */
export interface SessionStore {
  /** Throws `notFound` when the user is not there. */
  create(ownerId: string, session: OpenSession): Promise<void>;
  get(ownerId: string, id: string): Promise<OpenSession | undefined>;
  /** Moves an OPEN session to its final status. False when it is not open any more. */
  close(ownerId: string, id: string, status: Exclude<UploadSession['status'], 'OPEN'>): Promise<boolean>;
}

export interface UploadedSessionPart {
  partNumber: number;
  sizeBytes: number;
  etag: string;
}

/** Files in parts, straight between client and bucket. */
export interface MultipartStore {
  begin(key: string): Promise<string>;
  /** A URL that takes a PUT of one part of this very size, and when it dies (milliseconds): with the credentials that signed it at the latest. */
  signPart(
    key: string,
    multipartId: string,
    part: { partNumber: number; sizeBytes: number },
  ): Promise<{ url: string; expiresAt: number }>;
  /** What has arrived; undefined when the multipart upload was completed or given up. */
  parts(key: string, multipartId: string): Promise<UploadedSessionPart[] | undefined>;
  /** Does nothing when it was completed already: two may finish one upload at once. */
  complete(key: string, multipartId: string, parts: UploadedSessionPart[]): Promise<void>;
  abort(key: string, multipartId: string): Promise<void>;
}
