import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../domain/errors.ts';
import type { RequestEnds, RequestedFile } from '../../domain/parser-attempts.ts';
import { ContainedFailure, ProcessLost } from './contained-failure.ts';
import type { ContainedReaders } from './contained-readers.ts';
import type { Peer } from './peer.ts';
import { maxTries, UnsettledEnd } from './tries.ts';

/** What a request needs to read its content in a process of its own. */
export interface RequestReaders {
  readers: ContainedReaders;
  ends: RequestEnds;
}

/** Where the content is, and how long it is read. */
interface Reading {
  /** The name of the file in the folder of the process. */
  name: string;
  /** Milliseconds of all tries together, in which the processes also start and wait for a processor. */
  milliseconds: number;
  /** Milliseconds for which a process may have a processor: less, since otherwise nobody sees that they are used up. */
  processorMilliseconds: number;
}

const retryAfterSeconds = 5;

/**
 * Works with a process that has the content of a request as a file of its folder.
 *
 * A request has no time to repeat a try that used up its time: the same end of three requests with the same content is
 * the file's, and the result then. @throws Problem 503 `fileNotRead` before that, and for ends that say nothing of the
 * file; any error that is no end.
 *
 * @example
 * const reading = { name: 'image.tif', milliseconds: 12_000, processorMilliseconds: 10_000 };
 * const read = await readInRequest(readers, file, reading, (peer) => peer.ask('look', {}));
 * if ('failure' in read) throw refused(wordsOf(read.failure));
 */
export async function readInRequest<T>(
  { readers, ends }: RequestReaders,
  file: RequestedFile,
  { name, milliseconds, processorMilliseconds }: Reading,
  work: (peer: Peer) => Promise<T>,
): Promise<{ answer: T } | { failure: ContainedFailure }> {
  try {
    const answer = await readers.use(async (reader) => {
      await writeFile(join(reader.folder, name), file.content);
      return reader.work(processorMilliseconds, {}, work);
    }, milliseconds);
    return { answer };
  } catch (error) {
    return { failure: await failureOf(error, file, ends) };
  }
}

async function failureOf(error: unknown, file: RequestedFile, ends: RequestEnds): Promise<ContainedFailure> {
  if (error instanceof ContainedFailure) return error;
  if (!(error instanceof UnsettledEnd || error instanceof ProcessLost)) throw error;
  const failure = error instanceof UnsettledEnd ? error.failure : undefined;
  if (failure && (await ends.note(file, failure.ending)) >= maxTries) return failure;
  const detail = `The program that reads the file was ended before it was done, which says nothing of the file until that has happened ${maxTries} times. Send the request again in ${retryAfterSeconds} seconds.`;
  throw new Problem('unavailable', detail, { errorKey: 'fileNotRead', retryAfterSeconds, cause: error });
}
