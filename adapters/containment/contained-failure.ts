import type * as z from 'zod';
import { diskFailure } from '../process/disk-failure.ts';
import { AnsweredFailure } from './peer.ts';

/**
 * The effect of a file on the process that read it; with `error` the process still runs, and its message names the
 * reason.
 */
export type FailureReason = 'deadline' | 'memory' | 'crash' | 'error';

/** Thrown when a contained process failed because of its input: another attempt would end the same way. */
export class ContainedFailure extends Error {
  readonly reason: FailureReason;
  /** The memory limit in megabytes; 0 for other reasons. */
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
 * The reason why a process ended by itself. A signal from outside or from the system is not the file's fault.
 *
 * @example reject(failureOf({ ...program, code, signal, words, hasStarted }));
 */
export function failureOf({ code, signal, words, hasStarted, ...limits }: Ended): Error {
  const how = `a process that reads files ended (${signal ?? `exit code ${code}`})`;
  if (!hasStarted || (signal && !ownSignals.includes(signal))) return new Error(`${how}: ${words.trim().slice(-500)}`);
  if (!lackOfMemory.test(words)) return new ContainedFailure('crash', { message: how });
  const megabytes = words.includes(lackOfHeap) ? limits.maxHeapMegabytes : limits.maxMegabytes;
  return new ContainedFailure('memory', { message: how, megabytes });
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
 * Classifies an error that a running process returned: errors about a file would be repeated. A full disk is not the
 * file's fault, and other errors are not from the process.
 *
 * @param folder of the process, whose path is removed from messages.
 * @param megabytes memory limit of the process.
 */
export function answeredFailureOf(error: unknown, folder: string, megabytes: number): unknown {
  if (!(error instanceof AnsweredFailure) || diskFailure(error)) return error;
  const [line = ''] = error.message.replaceAll(folder, '').split('\n');
  const message = line.slice(0, maxReason);
  return lackOfMemory.test(line)
    ? new ContainedFailure('memory', { message, megabytes })
    : new ContainedFailure('error', { message });
}
