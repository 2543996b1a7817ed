import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readingSeconds } from '../../domain/files/reader-limits.ts';
import type { RequestEnds } from '../../domain/parser-attempts.ts';
import type { SoilContentReader, SoilFile, SoilReader, SoilRefusal } from '../../domain/soil/soil-reader.ts';
import { ContainedFailure, expected } from '../containment/contained-failure.ts';
import type { ContainedReaders } from '../containment/contained-readers.ts';
import { readInRequest } from '../containment/read-in-request.ts';
import { unsettledReading } from '../containment/tries.ts';
import { soilAnswerSchema } from './soil-answers.ts';
import { uploadName } from './soil-services.ts';

/**
 * Reads zips of soil results, each in a contained process. A zip that ends the process in the same way each time is
 * refused.
 *
 * @param secondsOf seconds of a processor for a zip by its bytes.
 * @example const reading = await soilReader(fileReaders('read-soil')).read({ name: 'lab.zip', download });
 */
export function soilReader(
  readers: ContainedReaders,
  secondsOf: (bytes: number) => number = readingSeconds,
): SoilReader {
  return {
    async read({ name, parameters = {}, download, isAnything }: SoilFile) {
      let seconds = 0;
      const refusal = (failure: ContainedFailure) => refusalOf(failure, seconds);
      try {
        return await readers.use(async (reader) => {
          const path = join(reader.folder, uploadName);
          if (!(await download(path))) return undefined;
          seconds = secondsOf((await stat(path)).size);
          const answer = await reader.work(seconds * 1000, {}, (peer) =>
            peer.ask('read', { name, isAnything, parameters }),
          );
          return expected(soilAnswerSchema, answer);
        });
      } catch (error) {
        if (error instanceof ContainedFailure) return { refusal: refusal(error) };
        throw unsettledReading(error, refusal);
      }
    },
  };
}

/** The rest of a request's time is for the start of the process, and for waiting. */
const processorShare = 0.8;

/**
 * Reads zips that are in memory, for requests. The processes are started with the first one.
 *
 * @example await soilContentReader(() => fileReaders('read-soil'), ends).read({ name: 'lab.zip', ownerId, content }, 20)
 */
export function soilContentReader(start: () => ContainedReaders, ends: RequestEnds): SoilContentReader {
  let readers: ContainedReaders | undefined;
  return {
    async read({ name, parameters = {}, ...file }, seconds) {
      readers ??= start();
      const milliseconds = seconds * 1_000;
      const processorMilliseconds = milliseconds * processorShare;
      const reading = { name: uploadName, milliseconds, processorMilliseconds };
      const read = await readInRequest({ readers, ends }, file, reading, async (peer) =>
        expected(soilAnswerSchema, await peer.ask('read', { name, parameters })),
      );
      return 'answer' in read ? read.answer : { refusal: refusalOf(read.failure, processorMilliseconds / 1_000) };
    },
  };
}

function refusalOf({ reason, message, megabytes }: ContainedFailure, seconds: number): SoilRefusal {
  if (reason === 'deadline') {
    const text = `Reading the zip was ended after ${Math.round(seconds)} s.`;
    return { key: 'readingTooLong', message: `${text} Divide it into several smaller ones, and upload each.` };
  }
  if (reason === 'memory') {
    const text = `Reading the zip took more than ${megabytes} MB of memory.`;
    return { key: 'readingTooLarge', message: `${text} Divide it into several smaller ones, and upload each.` };
  }
  if (reason === 'error') return { key: 'readingFailed', message: `The zip could not be read: ${message}.` };
  return {
    key: 'readingBroke',
    message:
      'The zip could not be read: each of several attempts ended its reader. Upload it again later; if it fails again, export the results again, or in another format.',
  };
}
