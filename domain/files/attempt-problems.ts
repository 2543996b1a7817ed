import { counted } from '../counted.ts';

/*
 * Rows of the problem vocabularies for attempts at work with a file, whose program was ended or failed: the same
 * sentences for every kind of file and of work, each with a hint of its own.
 */

interface Row<Message> {
  severity: 'error';
  message: Message;
  hint: string;
}

/** @example stoppedByTime('Reading the file', hint).message({ seconds: 60 }) // 'Reading the file was stopped after 60 seconds.' */
export function stoppedByTime(work: string, hint: string): Row<(details: { seconds: number }) => string> {
  return {
    severity: 'error',
    message: ({ seconds }) => `${work} was stopped after ${counted(seconds, 'second')}.`,
    hint,
  };
}

/** @param limit what the memory is the limit of, such as `for one file`. */
export function stoppedByMemory(
  work: string,
  limit: string,
  hint: string,
): Row<(details: { megabytes: number }) => string> {
  return {
    severity: 'error',
    message: ({ megabytes }) =>
      `${work} was stopped: it needed more than ${megabytes.toLocaleString('en')} MB of memory, the limit ${limit}.`,
    hint,
  };
}

/** @example endedItsProgram('The file could not be read', 'reads this format', hint) */
export function endedItsProgram(result: string, does: string, hint: string): Row<() => string> {
  return {
    severity: 'error',
    message: () => `${result}: each of several attempts ended the program that ${does}.`,
    hint,
  };
}

/** @example failedForGood('Reading the file', hint).message({ reason: 'it is empty' }) */
export function failedForGood(work: string, hint: string): Row<(details: { reason: string }) => string> {
  return {
    severity: 'error',
    message: ({ reason }) => `${work} failed, and a retry would fail as well: ${reason}.`,
    hint,
  };
}

/** @example givenUp('Processing the file', hint) */
export function givenUp(work: string, hint: string): Row<() => string> {
  return { severity: 'error', message: () => `${work} failed: every attempt ended without a result.`, hint };
}
