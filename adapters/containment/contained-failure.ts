import type * as z from 'zod';
import { diskFailure } from '../disk-failure.ts';
import { AnsweredFailure } from './peer.ts';

/** What a file did to the process that read it; with `error` the process stands, and its message says what went wrong. */
export type FailureReason = 'deadline' | 'memory' | 'crash' | 'error';

/** A contained process failed over what it read: another attempt would end the same way. */
export class ContainedFailure extends Error {
  readonly reason: FailureReason;
  /** The limit that it met; 0 unless it was one of memory. */
  readonly megabytes: number;

  constructor(
    reason: FailureReason,
    { message = reason, megabytes = 0 }: { message?: string; megabytes?: number } = {},
  ) {
    super(message);
    this.reason = reason;
    this.megabytes = megabytes;
  }
}

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The last that it wrote to its standard error. */
  words: string;
  hasStarted: boolean;
  maxMegabytes: number;
  maxHeapMegabytes: number;
}

/** The signals of a program's own mistakes; others come from outside. */
const ownSignals: NodeJS.Signals[] = ['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGSYS', 'SIGTRAP'];

/** What V8, C++ and libraries say last. */
const lackOfHeap = 'heap out of memory';
const lackOfMemory = /out of memory|bad_alloc|cannot allocate memory/i;

/** Why a process ended that this worker did not stop. A signal from outside or from the system is not the file's fault. */
export function failureOf({ code, signal, words, hasStarted, ...limits }: Ended): Error {
  const how = `a process that reads files ended (${signal ?? `exit code ${code}`})`;
  if (!hasStarted || (signal && !ownSignals.includes(signal))) return new Error(`${how}: ${words.trim().slice(-500)}`);
  if (!lackOfMemory.test(words)) return new ContainedFailure('crash', { message: how });
  const megabytes = words.includes(lackOfHeap) ? limits.maxHeapMegabytes : limits.maxMegabytes;
  return new ContainedFailure('memory', { message: how, megabytes });
}

/** What a process answered, if it is as it should be. Another attempt would be answered in the same way. @throws ContainedFailure */
export function expected<T>(schema: z.ZodType<T>, answer: unknown): T {
  const { success, data, error } = schema.safeParse(answer);
  if (success) return data;
  const [issue] = error.issues;
  const message = `the answer is not as it should be (${issue?.path.join('.')}: ${issue?.message})`;
  throw new ContainedFailure('error', { message });
}

const maxReason = 300;

/**
 * What an error of a process that stands means: what it says of a file it would say again. A full disk is no fault of the file, and anything
 * else is no word of the process.
 *
 * @param folder of the process, whose path is not shown.
 * @param megabytes that it may have.
 */
export function answeredFailureOf(error: unknown, folder: string, megabytes: number): unknown {
  if (!(error instanceof AnsweredFailure) || diskFailure(error)) return error;
  const [line = ''] = error.message.replaceAll(folder, '').split('\n');
  const message = line.slice(0, maxReason);
  return lackOfMemory.test(line)
    ? new ContainedFailure('memory', { message, megabytes })
    : new ContainedFailure('error', { message });
}
