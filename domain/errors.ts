/**
 * The closed vocabulary of what can go wrong, with the status that HTTP gives it.
 * Callers branch on `errorKey`, people read `detail`: what was wrong, where, and what to do.
 */
export const statusOf = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  conflict: 409,
  gone: 410,
  tooLarge: 413,
  unsupported: 415,
  rateLimited: 429,
  internal: 500,
  upstream: 502,
  unavailable: 503,
  timeout: 504,
  storageFull: 507,
} as const;

export type ErrorKind = keyof typeof statusOf;

/** One member of a request that was refused. `pointer` is a JSON pointer (`#/settings/name`). */
export interface InvalidMember {
  pointer: string;
  message: string;
}

export interface ProblemDetails {
  /** Machine-readable, camelCase; the kind itself where nothing more exact is known. */
  errorKey?: string;
  errors?: InvalidMember[];
  /** Seconds after which the same call may succeed; sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** What else the document says, by member (RFC 9457, extension members). */
  members?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/** An error that may be told to the caller. Anything else that is thrown ends as a 500 without a word of its message. */
export class Problem extends Error {
  readonly kind: ErrorKind;
  readonly errorKey: string;
  readonly errors: InvalidMember[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly members: Readonly<Record<string, unknown>> | undefined;

  constructor(kind: ErrorKind, detail: string, details: ProblemDetails = {}) {
    super(detail, { cause: details.cause });
    this.name = 'Problem';
    this.kind = kind;
    this.errorKey = details.errorKey ?? kind;
    this.errors = details.errors;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.members = details.members;
  }

  get status(): number {
    return statusOf[this.kind];
  }
}

/** A record that a store refuses however often it is written: it is too large, or has a value that no record can have. */
export class UnwritableRecord extends Error {
  override readonly name = 'UnwritableRecord';
}

/** 404 for an id that does not exist and for one that belongs to another owner: the two must look alike. */
export function notFound(resource: string, id: string | number): Problem {
  return new Problem('notFound', `There is no ${resource} with the id ${id}.`, {
    errorKey: `${camelCase(resource)}NotFound`,
  });
}

/** 507 for what cannot be kept because there is no room. */
export function storageFull(cause: unknown): Problem {
  const advice = 'Whoever runs this server must free space on it; then send the request again.';
  const detail = `The disk of this server is full, and nothing more can be kept. ${advice}`;
  return new Problem('storageFull', detail, { cause, retryAfterSeconds: 60 });
}

/** 400 for one member of a request. */
export function invalid(pointer: string, message: string, errorKey = 'invalid'): Problem {
  return new Problem('invalid', message, { errorKey, errors: [{ pointer, message }] });
}

function camelCase(words: string): string {
  return words.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
}
