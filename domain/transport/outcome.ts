/** Headers of an answer, by their names in lower case; repeated ones are joined with a comma. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/**
 * Why an exchange failed. `unreachable`: no connection, or it broke before the head of an answer; `late`: the time was up; `broken`: the body ended
 * early; `tooLarge`: more bytes than asked for; `malformed`: not JSON, or of another shape; `misdirected`: the address is not one of the provider, or not public;
 * `refused` 401; `forbidden` 403; `missing` 404 and 410; `impossible` 406; `tooOld` 409; `badRange` 416; `rateLimited` 429; `failing` 5xx; `rejected`: any other
 * 4xx; `unexpected`: a status that answers no such request; `held`: the request was not sent, because a gate, a circuit or another refresh holds it back.
 */
export type FailureKind =
  | 'unreachable'
  | 'late'
  | 'broken'
  | 'tooLarge'
  | 'malformed'
  | 'misdirected'
  | 'refused'
  | 'forbidden'
  | 'missing'
  | 'impossible'
  | 'tooOld'
  | 'badRange'
  | 'rateLimited'
  | 'failing'
  | 'rejected'
  | 'unexpected'
  | 'held';

export interface Failure {
  kind: FailureKind;
  /** A sentence for the owner, which names the provider and the reason, without secrets and internal addresses. */
  message: string;
  /** Absent if there was no answer. */
  status?: number;
  headers?: AnswerHeaders;
  /** The beginning of the answer, which may contain secrets: redacted before it is stored or shown. */
  answered?: string;
  /** How long the provider, or a gate, wants to be left alone. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** An answer with what was asked for: 200 to 206. */
export interface Answered<T> {
  kind: 'answered';
  status: number;
  headers: AnswerHeaders;
  value: T;
}

/**
 * The result of one request, after redirects within the provider. `accepted`: 202, it is still being made; `unchanged`: 304, nothing new since the change
 * token or entity tag that was sent; `elsewhere`: a redirect that was not followed, whose address must be asked without authorization.
 */
export type Outcome<T> =
  | Answered<T>
  | { kind: 'accepted'; headers: AnswerHeaders; location?: string; retryAfterSeconds?: number }
  | { kind: 'unchanged'; headers: AnswerHeaders }
  | { kind: 'elsewhere'; status: number; headers: AnswerHeaders; location: URL }
  | { kind: 'failed'; failure: Failure };

export function failed(kind: FailureKind, message: string, more: Omit<Failure, 'kind' | 'message'> = {}) {
  return { kind: 'failed', failure: { kind, message, ...more } } as const;
}

const passing: ReadonlySet<FailureKind> = new Set(['unreachable', 'late', 'broken', 'rateLimited', 'failing', 'held']);

/** Whether the same request may succeed later. */
export function passes({ kind }: Pick<Failure, 'kind'>): boolean {
  return passing.has(kind);
}
