import { fork } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { LateGdal } from '../../../local/lambda/late-gdal.ts';

/** A first run that goes on beside the running server. */
export interface FinishingFirstRun extends LateGdal {
  /** Resolves to the line that says what came of it; undefined if it was stopped. */
  ended: Promise<string | undefined>;
  /** Ends it with its compilers and downloads; the next start begins it anew. */
  stop(): Promise<void>;
}

/**
 * Does what the first run has left: GDAL, which is fetched and compiled at low priority in a process of its own. That ends with this one.
 *
 * @param projectDir the folder whose GDAL is missing.
 */
export function finishFirstRun(projectDir: string, environment: NodeJS.ProcessEnv): FinishingFirstRun {
  const own = join(projectDir, 'dist', 'first-run');
  mkdirSync(own, { recursive: true });
  const log = join(own, 'output.log');
  const output = openSync(log, 'a');
  const child = fork(join(projectDir, 'bin', 'first-run', 'beside.mjs'), {
    cwd: projectDir,
    env: environment,
    execArgv: [],
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  });
  closeSync(output);
  const startedAt = performance.now();
  let isAwaited = true;
  let isStopped = false;
  let state: { works: boolean; reason?: string } = { works: false };
  child.once('message', (message) => {
    state = message as typeof state;
  });
  const end = () => {
    try {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGTERM');
    } catch {
      // It has just ended by itself.
    }
  };
  // A second signal ends this process at once.
  process.once('exit', end);
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('error', ({ message }) => {
      state = { works: false, reason: message };
    });
    child.once('close', () => {
      isAwaited = false;
      process.off('exit', end);
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      if (isStopped) resolve(undefined);
      else resolve(state.works ? `GDAL is ready after ${seconds} s` : withoutGdal(state.reason, log));
    });
  });
  return {
    ended,
    isAwaited: () => isAwaited,
    async stop() {
      isStopped = true;
      end();
      await ended;
    },
  };
}

/** One line: the reason is the last line of what a program printed. */
function withoutGdal(reason: string | undefined, log: string): string {
  const why = reason?.trim().split('\n').at(-1);
  return `GDAL is missing${why ? ` (${why})` : ''}: uploads that need it (shapefiles, rasters) fail, everything else works; details in ${log}`;
}
