import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ContainedProcess, type ContainedProgram, startContained } from './contained-process.ts';
import { barriers } from './launch-order.ts';
import { lineOfMissing, missingBarriers } from './missing-barriers.ts';

/** A contained process for the duration of one upload. */
export interface ContainedReader {
  readonly process: ContainedProcess;
  /** Starts another process over the same folder on demand, after the first has ended. */
  renew(): void;
}

/** Processes that read foreign files. Each serves one upload and is never used again. */
export interface ContainedReaders {
  use<T>(work: (reader: ContainedReader) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

/**
 * Keeps one process started in advance, since starting takes longer than reading.
 *
 * @param say called at once with the barriers that this system lacks, and later with those that a process lacks in
 * addition.
 * @example
 * const readers = containedReaders(program, console.warn);
 * await readers.use(({ process }) => process.work(60_000, {}, (peer) => peer.ask('open', { name })));
 */
export function containedReaders(program: ContainedProgram, say: (line: string) => void): ContainedReaders {
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
  let spare: ContainedProcess | undefined = start();
  const remove = async (one: ContainedProcess) => {
    one.end();
    await rm(one.folder, { recursive: true, force: true, maxRetries: 3 });
  };

  return {
    async use(work) {
      let current = spare ?? start();
      let isOver = false;
      spare = undefined;
      try {
        return await work({
          get process() {
            if (isOver) current = start(current.folder);
            isOver = false;
            return current;
          },
          renew() {
            current.end();
            isOver = true;
          },
        });
      } finally {
        await remove(current);
        // Not earlier, since starting would compete with reading for the processor.
        spare ??= start();
      }
    },
    async end() {
      if (spare) await remove(spare);
      spare = undefined;
    },
  };
}
