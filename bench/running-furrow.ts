import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Endpoints, readEndpoints } from '../local/state/endpoints-file.ts';

/** An embedded cloud in a process of its own, as `npm start` runs it. */
export interface RunningFurrow {
  endpoints: Endpoints;
  pid: number;
  /** Milliseconds from the start of the process to its line `ready`. */
  readyMilliseconds: number;
  stop(): Promise<void>;
  /** Ends it as a power cut would: `kill -9`. */
  kill(): Promise<void>;
}

export const projectDir = fileURLToPath(new URL('..', import.meta.url));

/** The first start builds and synthesizes the app, which takes minutes on a busy machine. */
const maxStartMilliseconds = 600_000;

/** @throws Error with its output when it does not get ready. */
export async function startFurrow(
  dataDir: string,
  { project = projectDir, variables = {} }: { project?: string; variables?: Record<string, string> } = {},
): Promise<RunningFurrow> {
  const startedAt = performance.now();
  const child = fork('bin/furrow.ts', ['start'], {
    cwd: project,
    execArgv: ['--import', 'tsx'],
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      FURROW_TEST_MODE: '',
      FURROW_LIMITS: '',
      FURROW_UPSTREAMS: 'local',
      FURROW_SAMPLE_FARM: '0',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const problem = await untilReady(child);
  const readyMilliseconds = performance.now() - startedAt;
  const endpoints = problem === undefined ? readEndpoints(dataDir) : undefined;
  if (!endpoints || child.pid === undefined) {
    child.kill('SIGKILL');
    throw new Error(`Furrow did not start:\n${problem}`);
  }
  const ended = once(child, 'exit');
  const stop = async () => {
    // The child ends when its parent disconnects.
    child.disconnect();
    await ended;
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { endpoints, pid: child.pid, readyMilliseconds, stop, kill };
}

/** Undefined once it is ready, or its output otherwise. Goes on reading afterwards, so that the process never waits for a reader. */
function untilReady(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    let printed = '';
    const late = setTimeout(() => resolve(printed), maxStartMilliseconds);
    const settle = (problem: string | undefined) => {
      clearTimeout(late);
      resolve(problem);
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed = (printed + text).slice(-10_000);
        if (/^ready http/m.test(printed)) settle(undefined);
      });
    }
    child.once('exit', () => settle(printed));
  });
}
