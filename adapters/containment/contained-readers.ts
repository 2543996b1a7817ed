import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeTurns } from './alone.ts';
import { type ContainedProcess, type ContainedProgram, startContained, type Working } from './contained-process.ts';
import { barriers } from './launch-order.ts';
import { lineOfMissing, missingBarriers } from './missing-barriers.ts';
import type { Peer, Services } from './peer.ts';
import { type Trying, tried } from './tries.ts';

/** A contained process for the duration of one upload. */
export interface ContainedReader {
  /** The folder of the process. */
  readonly folder: string;
  /**
   * Works with the process, within the time that is left. @param processorMilliseconds for which it may have a
   * processor. @throws as `ContainedProcess.work`
   */
  work<T>(processorMilliseconds: number, services: Services, work: (peer: Peer) => Promise<T>): Promise<T>;
  /** Begins work whose end is not that of a function. */
  begin(processorMilliseconds: number, services: Services): Promise<Working>;
  /** Has later work done by another process, over the same folder or an empty one. */
  renew(folder: 'same' | 'empty'): void;
  /** What tries of parts of the work have to keep to; those of the whole are repeated by `use`. */
  trying(): Trying;
}

/** Processes that read foreign files. Each serves one upload and is never used again. */
export interface ContainedReaders {
  /**
   * Does work with a process. If the process ends, the whole work is repeated with another in an empty folder, and
   * alone, see `tried`.
   *
   * @param milliseconds of all tries together; by default those of a function that a queue calls.
   * @throws as `tried`
   */
  use<T>(work: (reader: ContainedReader) => Promise<T>, milliseconds?: number): Promise<T>;
  end(): Promise<void>;
}

/** A function has 15 minutes, of which three may have passed before it begins with a file. */
const usualMilliseconds = 11 * 60_000;

/**
 * Keeps one process started in advance, since starting takes longer than reading, from the first file on: a worker that has never read one may never do so.
 *
 * @param say called at once with the barriers that this system lacks, later with those that a process lacks in
 * addition, and with how a process ended.
 * @param pause waits between tries.
 * @example
 * const readers = containedReaders(program, console.warn);
 * await readers.use((reader) => reader.work(60_000, {}, (peer) => peer.ask('open', { name })));
 */
export function containedReaders(
  program: ContainedProgram,
  say: (line: string) => void,
  pause?: Trying['pause'],
): ContainedReaders {
  let said = lineOfMissing(missingBarriers());
  if (said) say(said);
  const start = (folder = mkdtempSync(join(tmpdir(), 'furrow-contained-'))): ContainedProcess => {
    const started = startContained(program, folder);
    started.ready.then(
      (held) => {
        const line = lineOfMissing(barriers.filter((barrier) => !held.includes(barrier)));
        if (line && line !== said) say(line);
        said = line;
      },
      () => {},
    );
    return started;
  };
  /** What was read stays read if the next process cannot be started, or a folder cannot be removed. */
  const afterwards = (act: () => void) => {
    try {
      act();
    } catch (error) {
      say(`After reading: ${error}`);
    }
  };
  let spare: ContainedProcess | undefined;
  const remove = async (one: ContainedProcess) => {
    one.end();
    await rm(one.folder, { recursive: true, force: true, maxRetries: 3 }).catch((error) =>
      say(`After reading: ${error}`),
    );
  };
  const turns = takeTurns();

  const once = async <T>(work: (reader: ContainedReader) => Promise<T>, left: number): Promise<T> => {
    const until = performance.now() + left;
    let current = spare ?? start();
    spare = undefined;
    const used = [current];
    let next: 'same' | 'empty' | undefined;
    const process = () => {
      if (next) {
        current = start(next === 'same' ? current.folder : undefined);
        used.push(current);
      }
      next = undefined;
      return current;
    };
    const time = (processor: number) => ({ processor, wall: Math.max(until - performance.now(), 1) });
    try {
      return await work({
        get folder() {
          return process().folder;
        },
        work: (processor, services, asked) => process().work(time(processor), services, asked),
        begin: (processor, services) => process().begin(time(processor), services),
        renew(folder) {
          current.end();
          next = folder;
        },
        trying: () => ({ milliseconds: until - performance.now(), say, ...(pause && { pause }) }),
      });
    } finally {
      for (const one of used) await remove(one);
    }
  };

  return {
    async use(work, milliseconds = usualMilliseconds) {
      try {
        return await tried((earlier, left) => (earlier === 0 ? turns.beside : turns.alone)(() => once(work, left)), {
          milliseconds,
          say,
          ...(pause && { pause }),
        });
      } finally {
        // Not earlier, since starting would compete with reading for the processor.
        afterwards(() => {
          spare ??= start();
        });
      }
    },
    async end() {
      if (spare) await remove(spare);
      spare = undefined;
    },
  };
}
