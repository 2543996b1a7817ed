import type * as z from 'zod';
import { diskFailure } from '../process/disk-failure.ts';
import { AnsweredFailure } from './peer.ts';

/**
 * The effect of a file on the process that read it; with `error` the process still runs, and its message names the
 * reason.
 */
export type FailureReason = 'deadline' | 'memory' | 'crash' | 'error';

/**
 * Thrown when a contained process failed, perhaps because of its input: an `error` would be answered again, and of the
 * other ends one alone proves nothing, see `tried`.
 */
export class ContainedFailure extends Error {
  readonly reason: FailureReason;
  /** The memory limit in megabytes; 0 for other reasons. */
  readonly megabytes: number;
  /** The end of its standard error. */
  readonly words: string;

  constructor(
    reason: FailureReason,
    { message = reason, megabytes = 0, words = '' }: { message?: string; megabytes?: number; words?: string } = {},
  ) {
    super(message);
    this.reason = reason;
    this.megabytes = megabytes;
    this.words = words;
  }

  /** Equal for the same end: a process that crashed by another signal has not ended in the same way. */
  get ending(): string {
    return this.reason === 'crash' ? this.message : this.reason;
  }
}

/** Thrown when a contained process ended, or could not work, by a reason that is not its input. */
export class ProcessLost extends Error {
  /** The end of its standard error. */
  readonly words: string;

  constructor(message: string, words = '', options?: ErrorOptions) {
    super(message, options);
    this.words = words;
  }
}

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The end of its standard error. */
  words: string;
  hasStarted: boolean;
  maxMegabytes: number;
  maxHeapMegabytes: number;
}

/** Signals of a program's own faults; others come from outside. */
const ownSignals: NodeJS.Signals[] = ['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGSYS', 'SIGTRAP'];

/** Last messages of V8, C++ and libraries when memory is exhausted. */
const lackOfHeap = 'heap out of memory';
const lackOfMemory = /out of memory|bad_alloc|cannot allocate memory/i;

/**
 * Messages of a system that has no more threads, files or processes to give. The first is also that of C++ for a thread
 * which could not be created.
 */
const lackOfSystem = /resource temporarily unavailable|too many open files|\b(?:EAGAIN|EMFILE|ENFILE)\b/i;

const keptWords = 500;

/**
 * The reason why a process ended by itself. A signal from outside, an end before any file was opened and a lack of the
 * system's threads or files are not the file's fault.
 *
 * @example reject(failureOf({ ...program, code, signal, words, hasStarted }));
 */
export function failureOf({ code, signal, words: all, hasStarted, ...limits }: Ended): ContainedFailure | ProcessLost {
  const message = `a process that reads files ended (${signal ?? `exit code ${code}`})`;
  const words = all.trim().slice(-keptWords);
  const isFromOutside = signal !== null && !ownSignals.includes(signal);
  if (!hasStarted || isFromOutside || lackOfSystem.test(words)) return new ProcessLost(message, words);
  if (!lackOfMemory.test(words)) return new ContainedFailure('crash', { message, words });
  const megabytes = words.includes(lackOfHeap) ? limits.maxHeapMegabytes : limits.maxMegabytes;
  return new ContainedFailure('memory', { message, megabytes, words });
}

/**
 * A process's answer, checked by a schema. Another attempt would get the same answer. @throws ContainedFailure
 *
 * @example const { sets } = expected(inspectedSchema, await peer.ask('inspect', { name }));
 */
export function expected<T>(schema: z.ZodType<T>, answer: unknown): T {
  const { success, data, error } = schema.safeParse(answer);
  if (success) return data;
  const [issue] = error.issues;
  const message = `the answer is not as it should be (${issue?.path.join('.')}: ${issue?.message})`;
  throw new ContainedFailure('error', { message });
}

const maxReason = 300;

/**
 * Classifies an error that a running process returned: errors about a file would be repeated. A full disk and a lack of
 * the system's threads or files are not the file's fault, and other errors are not from the process.
 *
 * @param folder of the process, whose path is removed from messages.
 * @param megabytes memory limit of the process.
 */
export function answeredFailureOf(error: unknown, folder: string, megabytes: number): unknown {
  if (!(error instanceof AnsweredFailure) || diskFailure(error)) return error;
  const [line = ''] = error.message.replaceAll(folder, '').split('\n');
  const message = line.slice(0, maxReason);
  if (lackOfSystem.test(line)) return new ProcessLost(message, '', { cause: error });
  return lackOfMemory.test(line)
    ? new ContainedFailure('memory', { message, megabytes })
    : new ContainedFailure('error', { message });
}
