import { join } from 'node:path';
import type * as z from 'zod';
import type { BoundaryReader, OpenedUpload, UploadedFile } from '../../domain/boundary-files/boundary-reader.ts';
import type { BoundarySet } from '../../domain/boundary-files/boundary-set.ts';
import type { ConvertedSet } from '../../domain/boundary-files/converted-set.ts';
import { type BoundaryProblem, problem } from '../../domain/boundary-files/problem.ts';
import { refusedSet } from '../../domain/boundary-files/recognise-sets.ts';
import type { Clock } from '../../domain/clock.ts';
import { readingSeconds, uploadSeconds } from '../../domain/files/reader-limits.ts';
import { ContainedFailure, expected } from '../containment/contained-failure.ts';
import type { ContainedReader, ContainedReaders } from '../containment/contained-readers.ts';
import { maxTries, tried, UnsettledEnd, unsettledReading } from '../containment/tries.ts';
import { foundSetsSchema, readSetSchema } from './boundary-answers.ts';
import { type ReadOrder, type Seen, uploadName } from './boundary-services.ts';

/** Maximum seconds for reading files: of a processor for one file, in all for an upload. */
export interface ReadingTime {
  ofFile(bytes: number): number;
  ofUpload: number;
}

const usualTime: ReadingTime = { ofFile: readingSeconds, ofUpload: uploadSeconds };

/**
 * Reads boundary files with GDAL, DuckDB and Furrow's own parsers, each upload in a contained process. A file that ends
 * its process in the same way each time gets a problem, and the remaining files are read by another process.
 */
export function boundaryReader(readers: ContainedReaders, clock: Clock, time: ReadingTime = usualTime): BoundaryReader {
  return {
    open: (file, work) => readers.use((reader) => openUpload(reader, clock, time, file, work)),
  };
}

async function openUpload<T>(
  reader: ContainedReader,
  clock: Clock,
  time: ReadingTime,
  file: UploadedFile,
  work: (upload: OpenedUpload) => Promise<T>,
): Promise<T | undefined> {
  if (!(await file.download(join(reader.folder, uploadName)))) return undefined;
  const end = clock.now() + time.ofUpload * 1000;
  /**
   * Has the process do something, and another one if it ends. @param again prepares the other process.
   * @returns the problem of a file that ended each process in the same way, or for which there was no time.
   */
  const ask = async <Answer>(
    service: string,
    value: () => unknown,
    { bytes, name, again }: { bytes: number; name: string; again(): Promise<void> | void },
    schema: z.ZodType<Answer>,
  ) => {
    const { milliseconds, ...trying } = reader.trying();
    const left = Math.min(end - clock.now(), milliseconds);
    if (left <= 0) return { failed: problem('notReached', { file: name }) };
    // So that a file can be tried as often as it takes to tell whether it is at fault.
    const seconds = Math.min(time.ofFile(bytes), time.ofUpload / maxTries);
    const attempt = async (earlier: number) => {
      if (earlier > 0) await again();
      return reader.work(seconds * 1000, {}, (peer) => peer.ask(service, value()));
    };
    try {
      return { answer: expected(schema, await tried(attempt, { ...trying, milliseconds: left })) };
    } catch (error) {
      if (error instanceof ContainedFailure) return { failed: problemOf(error, name, seconds) };
      if (error instanceof UnsettledEnd && error.failure) return { failed: problem('notReached', { file: name }) };
      throw unsettledReading(error, () => undefined);
    }
  };

  // Unpacking has the time limit of a whole upload.
  const { name, isAnything } = file;
  const open = async () => {
    reader.renew('empty');
    await file.download(join(reader.folder, uploadName));
  };
  const unpacking = { bytes: Number.POSITIVE_INFINITY, name, again: open };
  const found = await ask('open', () => ({ name, isAnything }), unpacking, foundSetsSchema);
  const {
    sets = [],
    hasMachineData = false,
    hasSoilResults = false,
  } = found.answer ?? { sets: [refusedSet(name, [found.failed])] };
  const seen: Seen = [];
  let isRenewed = false;
  const renew = () => {
    reader.renew('same');
    isRenewed = true;
  };
  return work({
    sets,
    hasMachineData,
    hasSoilResults,
    async read(set) {
      if (found.failed) return unread(set, set.problems);
      const order = (): ReadOrder => ({ set, ...(isRenewed && { seen }) });
      const reading = { bytes: bytesOf(set), name: set.file, again: renew };
      const { answer, failed } = await ask('read', order, reading, readSetSchema);
      if (failed) {
        renew();
        return unread(set, [...set.problems, failed]);
      }
      isRenewed = false;
      seen.push(...answer.seen);
      return { ...answer.set, file: set.file, format: set.format };
    },
  });
}

function problemOf({ reason, message, megabytes }: ContainedFailure, file: string, seconds: number): BoundaryProblem {
  if (reason === 'error') return problem('readingFailed', { file }, { reason: message });
  if (reason === 'deadline') return problem('readingTooLong', { file }, { seconds: Math.round(seconds) });
  return reason === 'memory' ? problem('readingTooLarge', { file }, { megabytes }) : problem('readingBroke', { file });
}

/** A set that could not be read, with its problems. */
function unread({ file, format }: BoundarySet, problems: BoundaryProblem[]): ConvertedSet {
  return { file, format, fields: [], fieldCount: 0, featureCount: 0, problems };
}

function bytesOf({ members }: BoundarySet): number {
  return Object.values(members).reduce((sum, { bytes }) => sum + bytes, 0);
}
