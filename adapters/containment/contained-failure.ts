/** What a file did to the process that read it. */
export type FailureReason = 'deadline' | 'memory' | 'crash';

/** A contained process ended over what it read: another attempt would end the same way. */
export class ContainedFailure extends Error {
  reason: FailureReason;

  constructor(reason: FailureReason, message: string = reason) {
    super(message);
    this.reason = reason;
  }
}

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The last that it wrote to its standard error. */
  words: string;
  hasStarted: boolean;
}

/** The signals of a program's own mistakes; others come from outside. */
const ownSignals: NodeJS.Signals[] = ['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGSYS', 'SIGTRAP'];

/** What V8, C++ and libraries say last. */
const lackOfMemory = ['out of memory', 'Out of memory', 'bad_alloc', 'Cannot allocate memory'];

/** Why a process ended that nobody here has ended. Somebody who stops it, or the system, is not the file's fault. */
export function failureOf({ code, signal, words, hasStarted }: Ended): Error {
  const how = `a process that reads files ended (${signal ?? `exit code ${code}`})`;
  if (!hasStarted || (signal && !ownSignals.includes(signal))) return new Error(`${how}: ${words.trim().slice(-500)}`);
  return new ContainedFailure(lackOfMemory.some((found) => words.includes(found)) ? 'memory' : 'crash', how);
}
