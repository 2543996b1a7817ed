import type { NewId } from './clock.ts';
import { Problem } from './errors.ts';

/** A stored response, which a repeated request gets again. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body?: string | undefined;
}

/**
 * A run's claim on its idempotency key. When a run has died, the next request with the key takes the claim over with a new token: from then on the
 * former run, should it still be alive, cannot commit.
 */
export interface Claim {
  key: string;
  token: string;
  /** When the first run claimed the key, in milliseconds since 1970. */
  begunTime: number;
  /** Whether an earlier run has died. */
  isTakenOver: boolean;
  /** Ids that are the same in every run of the request, one after the other. */
  newId: NewId;
  /** The result of the effect, when an earlier run has committed it. */
  committed?: { result: unknown } | undefined;
}

export type Begun =
  | { state: 'new'; claim: Claim }
  /** The maximum time until the key can be claimed; the request may end sooner. */
  | { state: 'running'; retryAfterSeconds: number }
  | { state: 'other' }
  | { state: 'done'; answer: StoredAnswer };

/** The result of an effect, written to the record of the request's key in the effect's transaction: neither exists without the other. */
export interface CommitRecord {
  table: string;
  key: string;
  token: string;
  /** JSON, or that sealed. */
  result: string;
}

/** The record for the transaction of a request's effect; undefined for a request without an `Idempotency-Key`. */
export type Commit<T> = (result: T) => Promise<CommitRecord | undefined>;

/** Stores responses by idempotency key for `limits.idempotencySeconds`. */
export interface AnswerStore {
  /** Claims the key for a request with this fingerprint, or returns the state of the first request with the key. */
  begin(key: string, fingerprint: string): Promise<Begun>;
  commitRecord(claim: Claim, result: unknown): Promise<CommitRecord>;
  /** Commits a result without an effect in a transaction of its own. @throws ClaimLost */
  commit(record: CommitRecord): Promise<void>;
  /** Stores the response, unless the claim was taken over. */
  finish(claim: Claim, answer: StoredAnswer): Promise<void>;
  /**
   * Ends the claim of a run without a response, so that the request can be sent again at once. After `refused` the key is free, unless an effect was
   * committed. After `failed`, which may have done a part, the record stays: the next run of the request makes the same ids, or answers what was
   * committed.
   */
  release(claim: Claim, after: 'refused' | 'failed'): Promise<void>;
}

/** A request that has run for longer has died with its function: its claim may be taken over. */
export const runningAtMostSeconds = 60;

/** The run lost its claim on the key to a later request before it committed. */
export class ClaimLost extends Problem {
  constructor() {
    super('conflict', 'Another request with this Idempotency-Key has taken over. Send the request again.', {
      errorKey: 'idempotencyKeyInProgress',
      retryAfterSeconds: 1,
    });
  }
}
