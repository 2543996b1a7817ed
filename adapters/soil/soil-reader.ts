import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readingSeconds } from '../../domain/files/reader-limits.ts';
import type { SoilFile, SoilReader, SoilRefusal } from '../../domain/soil/soil-reader.ts';
import { ContainedFailure, expected } from '../containment/contained-failure.ts';
import type { ContainedReaders } from '../containment/contained-readers.ts';
import { soilAnswerSchema } from './soil-answers.ts';
import { uploadName } from './soil-services.ts';

/**
 * Reads zips of soil results, each in a contained process. A zip that ends the process is refused.
 *
 * @param secondsOf maximum seconds for a zip by its bytes.
 * @example const reading = await soilReader(fileReaders('read-soil')).read({ name: 'lab.zip', download });
 */
export function soilReader(
  readers: ContainedReaders,
  secondsOf: (bytes: number) => number = readingSeconds,
): SoilReader {
  return {
    read: ({ name, download }: SoilFile) =>
      readers.use(async ({ process }) => {
        const path = join(process.folder, uploadName);
        if (!(await download(path))) return undefined;
        const seconds = secondsOf((await stat(path)).size);
        try {
          const answer = await process.work(seconds * 1000, {}, (peer) => peer.ask('read', { name }));
          return expected(soilAnswerSchema, answer);
        } catch (error) {
          if (!(error instanceof ContainedFailure)) throw error;
          return { refusal: refusalOf(error, seconds) };
        }
      }),
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
    message: 'A file in the zip made its reader end. Export the results again, or in another format.',
  };
}
