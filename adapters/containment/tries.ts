import { UnsettledReading } from '../../domain/parser-attempts.ts';
import { ContainedFailure, ProcessLost } from './contained-failure.ts';

/** How a process that read a file ended. */
export type ProcessEnd = ContainedFailure | ProcessLost;

/** Tries of one piece of work. The same end so many times is the file's. */
export const maxTries = 3;

/** Pauses before the second and the third try: what a busy machine lacked may be there again. */
const pauses = [500, 2_000];

/**
 * Thrown when processes have ended, and time is too short to find out why, or each ended in another way. The whole work
 * is worth an attempt later.
 */
export class UnsettledEnd extends Error {
  /** Equal for the same end. */
  readonly ending: string;
  /** The end that all tries had, if it may be the file's. */
  readonly failure: ContainedFailure | undefined;

  constructor(message: string, ending: string, failure?: ContainedFailure) {
    super(message);
    this.ending = ending;
    this.failure = failure;
  }
}

/**
 * An UnsettledEnd with the problem that it is if every attempt ends so; any other error as it is.
 *
 * @example throw unsettledReading(error, (failure) => readingProblem(failure, name, seconds));
 */
export function unsettledReading<P>(error: unknown, problemOf: (failure: ContainedFailure) => P): unknown {
  if (!(error instanceof UnsettledEnd)) return error;
  return new UnsettledReading(error.message, error.ending, error.failure && problemOf(error.failure));
}

/** Limits of all tries together, and what happens between them. */
export interface Trying {
  /** Milliseconds of all tries together. A try that cannot end in the time that is left is not begun. */
  milliseconds: number;
  /** Called with a line for the log after each try that ended its process. */
  say(line: string): void;
  /** Waits; `setTimeout` by default. */
  pause?: (milliseconds: number) => Promise<unknown>;
}

/** Whether a process ended, rather than answered that it cannot read. */
export function isEnd(error: unknown): error is ProcessEnd {
  return error instanceof ProcessLost || (error instanceof ContainedFailure && error.reason !== 'error');
}

/** The ends of one piece of work, one for each try. */
export class ProcessEnds {
  readonly #ends: ProcessEnd[] = [];
  readonly #say: Trying['say'];

  constructor(say: Trying['say']) {
    this.#say = say;
  }

  /** The number of tries that have ended. */
  get count(): number {
    return this.#ends.length;
  }

  /** Notes and logs the end of a try. */
  note(end: ProcessEnd): void {
    this.#ends.push(end);
    const words = end.words === '' ? [] : [end.words.replaceAll('\n', ' | ')];
    this.#say([`Try ${this.count} of ${maxTries}`, end.message, ...words].join(': '));
  }

  /** What follows from the ends, as `tried` throws it. */
  get outcome(): ContainedFailure | ProcessLost | UnsettledEnd {
    const last = this.#ends.at(-1) as ProcessEnd;
    const isSame = this.#ends.every((one) => endingOf(one) === endingOf(last));
    if (this.count < maxTries) {
      const failure = isSame && last instanceof ContainedFailure ? last : undefined;
      return new UnsettledEnd(`there was no other try: ${last.message}`, endingOf(last), failure);
    }
    if (isSame) return last;
    const all = this.#ends.map(endingOf).join(', ');
    return new UnsettledEnd(`each try ended in another way: ${all}`, all);
  }
}

/**
 * Tries work that may end its process again, in a fresh one, until the same end has come three times.
 *
 * @param attempt called with the number of earlier tries and the milliseconds that are left.
 * @throws ContainedFailure if every try had the same end, which is the file's then; ProcessLost if each was ended from
 * outside; UnsettledEnd; any other error of the first try that had one.
 */
export async function tried<T>(
  attempt: (earlier: number, left: number) => Promise<T>,
  { milliseconds, say, pause = wait }: Trying,
): Promise<T> {
  const until = performance.now() + milliseconds;
  const ends = new ProcessEnds(say);
  for (;;) {
    const begun = performance.now();
    try {
      return await attempt(ends.count, Math.max(until - begun, 1));
    } catch (error) {
      if (!isEnd(error)) throw error;
      ends.note(error);
      const now = performance.now();
      const pauseMilliseconds = pauses[ends.count - 1] ?? 0;
      if (ends.count === maxTries || now + pauseMilliseconds + (now - begun) > until) throw ends.outcome;
      await pause(pauseMilliseconds);
    }
  }
}

const endingOf = (end: ProcessEnd) => (end instanceof ContainedFailure ? end.ending : 'lost');

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
