import { type ErrorKey, type ErrorKind, errorKinds, type KeyOf } from './error-keys.ts';

/** An invalid member of a request. `pointer` is a JSON pointer (`#/settings/name`). */
export interface InvalidMember {
  pointer: string;
  message: string;
}

export interface ProblemDetails<Kind extends ErrorKind = ErrorKind> {
  /** The key that callers branch on; the kind itself if there is no more exact one. */
  errorKey?: KeyOf<Kind>;
  errors?: InvalidMember[];
  /** Seconds after which the same call may succeed; sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** Extension members of the problem document (RFC 9457). */
  members?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/**
 * An error that is returned to the caller: programs branch on `errorKey`, people read the detail, which says what was
 * wrong, where, and how to fix it. All other errors become a 500 without their message.
 */
export class Problem<Kind extends ErrorKind = ErrorKind> extends Error {
  readonly kind: ErrorKind;
  readonly errorKey: ErrorKey;
  readonly errors: InvalidMember[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly members: Readonly<Record<string, unknown>> | undefined;

  constructor(kind: Kind, detail: string, details: ProblemDetails<NoInfer<Kind>> = {}) {
    super(detail, { cause: details.cause });
    this.name = 'Problem';
    this.kind = kind;
    this.errorKey = details.errorKey ?? kind;
    this.errors = details.errors;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.members = details.members;
  }

  get status(): number {
    return errorKinds[this.kind].status;
  }
}

/** A record that a store always refuses: it is too large, or has a value that no record can have. */
export class UnwritableRecord extends Error {
  override readonly name = 'UnwritableRecord';
}

/** Kinds of resources with an id, as they are named in messages: `upload session` of `uploadSessionNotFound`. */
export type Resource = ErrorKey extends infer Key
  ? Key extends `${infer Name}NotFound`
    ? Spaced<Name>
    : never
  : never;

/**
 * 404 for an id that does not exist or belongs to another owner: the two must look alike.
 *
 * @example throw notFound('upload session', sessionId); // errorKey: uploadSessionNotFound
 */
export function notFound(resource: Resource, id: string | number): Problem {
  return new Problem('notFound', `There is no ${resource} with the id ${id}.`, {
    errorKey: `${camelCase(resource)}NotFound`,
  });
}

/**
 * Whether an error means that a service user does not exist (any more). Pending work for the user then ends without a
 * failure.
 *
 * @example isUserNotFound(notFound('user', 'u')) // true
 */
export function isUserNotFound(error: unknown): boolean {
  return error instanceof Problem && error.errorKey === 'userNotFound';
}

/** 507: there is no space left to store something. */
export function storageFull(cause: unknown): Problem {
  const advice = 'The operator of this server must free space on it; then send the request again.';
  const detail = `The disk of this server is full, and nothing more can be saved. ${advice}`;
  return new Problem('storageFull', detail, { cause, retryAfterSeconds: 60 });
}

/**
 * 400 for one invalid member of a request.
 *
 * @param pointer to the member, as a JSON pointer.
 * @example throw invalid('#/endDate', 'must not be before startDate');
 */
export function invalid(pointer: string, message: string, errorKey: KeyOf<'invalid'> = 'invalid'): Problem {
  return new Problem('invalid', message, { errorKey, errors: [{ pointer, message }] });
}

type Spaced<Camel extends string> = Camel extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : ` ${Lowercase<Letter>}`}${Spaced<Rest>}`
  : '';

type CamelCase<Words extends string> = Words extends `${infer First} ${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Words;

function camelCase<Words extends string>(words: Words): CamelCase<Words> {
  return words.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Words>;
}
