/** An answer that is kept so that a repeated request gets it again. */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body?: string | undefined;
}

export type Begun =
  | { state: 'new' }
  /** How long until the key can be claimed, at most: the request may end sooner. */
  | { state: 'running'; retryAfterSeconds: number }
  | { state: 'other' }
  | { state: 'done'; answer: KeptAnswer };

/** Remembers for 24 hours what was answered to which idempotency key. */
export interface AnswerStore {
  /** Claims the key for a request with this fingerprint, or says what became of the first request with it. */
  begin(key: string, fingerprint: string): Promise<Begun>;
  finish(key: string, answer: KeptAnswer): Promise<void>;
  /** Gives the key back after a failure, so that the request may be tried again. */
  forget(key: string): Promise<void>;
}

/** How long an answer is kept. */
export const answersKeptSeconds = 24 * 60 * 60;

/** A request that has not ended after this long died with its function: the key may be claimed again. */
export const runningAtMostSeconds = 60;
