import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ContainedProcess, type ContainedProgram, startContained } from './contained-process.ts';
import { barriers } from './launch-order.ts';
import { lineOfMissing, missingBarriers } from './missing-barriers.ts';

/** A contained process for the time of one upload. */
export interface ContainedReader {
  readonly process: ContainedProcess;
  /** Has another process started over the same folder when it is needed, after the first has ended. */
  renew(): void;
}

/** Processes that read foreign files. Each serves one upload and is never used again. */
export interface ContainedReaders {
  use<T>(work: (reader: ContainedReader) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

/**
 * Keeps one process started ahead, since starting takes longer than reading.
 *
 * @param say told at once what this system cannot keep the processes from, and later what a process lacks beside that.
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
        // Not earlier: starting would take its processor from the reading.
        spare ??= start();
      }
    },
    async end() {
      if (spare) await remove(spare);
      spare = undefined;
    },
  };
}
