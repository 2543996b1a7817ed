/** A stored response, which a repeated request gets again. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body?: string | undefined;
}

export type Begun =
  | { state: 'new' }
  /** The maximum time until the key can be claimed; the request may end sooner. */
  | { state: 'running'; retryAfterSeconds: number }
  | { state: 'other' }
  | { state: 'done'; answer: StoredAnswer };

/** Stores responses by idempotency key for 24 hours. */
export interface AnswerStore {
  /** Claims the key for a request with this fingerprint, or returns the state of the first request with the key. */
  begin(key: string, fingerprint: string): Promise<Begun>;
  finish(key: string, answer: StoredAnswer): Promise<void>;
  /** Releases the key after a failure, so that the request can be retried. */
  forget(key: string): Promise<void>;
}

/** How long a response is stored. */
export const answerRetentionSeconds = 24 * 60 * 60;

/** A request that has run for longer has died with its function: the key may be claimed again. */
export const runningAtMostSeconds = 60;
