import { join } from 'node:path';
import type { FoundSet, InspectedUpload, StoredUpload } from '../../domain/machine-files/machine-file-engine.ts';
import { NotMade } from '../../domain/machine-files/problem.ts';
import { ContainedFailure, expected } from '../containment/contained-failure.ts';
import type { ContainedReader, ContainedReaders } from '../containment/contained-readers.ts';
import type { Peer } from '../containment/peer.ts';
import { isEnd, ProcessEnds, unsettledReading } from '../containment/tries.ts';
import { inspectedSchema } from './engine-answers.ts';
import { inputName } from './engine-services.ts';
import { readingProblem } from './failure-problems.ts';

/**
 * Looks into an upload in a contained process, which also packs its sets.
 *
 * @param seconds of a processor for looking, and for packing all sets.
 */
export async function inspectContained<T>(
  readers: ContainedReaders,
  seconds: number,
  upload: StoredUpload,
  work: (found: InspectedUpload) => Promise<T>,
): Promise<T | undefined> {
  const { name, isRouted } = upload;
  const problemOf = (failure: ContainedFailure) => readingProblem(failure, name, seconds);
  const look = async (peer: Peer) => expected(inspectedSchema, await peer.ask('inspect', { name, isRouted }));
  let hasBegun = false;
  try {
    return await readers.use(async (reader) => {
      if (!(await isThere(upload, reader))) return undefined;
      const { sets, problems } = await reader.work(seconds * 1000, {}, look);
      hasBegun = true;
      const pack = packer(reader, upload, look, seconds);
      return work({ sets: sets.map((set, index) => ({ ...set, pack: pack(set.file, index) })), problems });
    });
  } catch (error) {
    if (hasBegun) throw error;
    if (error instanceof ContainedFailure) return work({ sets: [], problems: [problemOf(error)] });
    throw unsettledReading(error, problemOf);
  }
}

function isThere({ download }: Pick<StoredUpload, 'download'>, reader: ContainedReader): Promise<boolean> {
  return download(join(reader.folder, inputName(0)));
}

/** Makes the function `pack` of a set. A process that ends while it packs is replaced when a set is packed the next time. */
function packer(
  reader: ContainedReader,
  upload: StoredUpload,
  look: (peer: Peer) => Promise<unknown>,
  seconds: number,
): (file: string, index: number) => FoundSet['pack'] {
  let spent = 0;
  let isLost = false;
  return (file, index) => {
    const ends = new ProcessEnds(reader.trying().say);
    const problemOf = (failure: ContainedFailure) => readingProblem(failure, file, seconds);
    const settled = (error: unknown): unknown => {
      if (!isEnd(error)) return error instanceof ContainedFailure ? new NotMade(problemOf(error)) : error;
      ends.note(error);
      isLost = true;
      reader.renew('empty');
      const { outcome } = ends;
      // Time for packing that is used up is so for another try as well.
      const isOver = error instanceof ContainedFailure && error.reason === 'deadline';
      if (isOver) return new NotMade(problemOf(error));
      return outcome instanceof ContainedFailure
        ? new NotMade(problemOf(outcome))
        : unsettledReading(outcome, problemOf);
    };
    return async function* () {
      let close: (() => number) | undefined;
      let explain = async (error: unknown) => error;
      try {
        if (spent >= seconds * 1000) throw new ContainedFailure('deadline');
        const isFresh = isLost;
        if (isFresh && !(await isThere(upload, reader))) throw new Error('the upload is not there any more');
        const working = await reader.begin(seconds * 1000 - spent, {});
        ({ close, explain } = working);
        isLost = false;
        if (isFresh) await look(working.peer);
        yield* working.peer.read(Number(await working.peer.ask('pack', index)));
      } catch (error) {
        throw settled(await explain(error));
      } finally {
        spent += close?.() ?? 0;
      }
    };
  };
}
