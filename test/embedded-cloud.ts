import { fork } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import type { DemoOwner } from '../local/demo/demo-owner.ts';
import type { Endpoints } from '../local/endpoints-file.ts';

/** The embedded cloud that all tests over HTTP share; each isolates itself with an owner of its own. */
export interface SharedCloud {
  baseUrl: string;
  /** The control port, see `local/control/routes.ts`. */
  controlUrl: string;
  endpoints: Endpoints;
  demo: DemoOwner;
  dataDir: string;
  /** What it and its functions have written so far. */
  logFile: string;
  /** Of its own process. */
  pid: number;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the embedded cloud is, or why there is none; tests that do not need it run all the same. */
    sharedCloud: SharedCloud | { problem: string };
  }
}

/** The first start builds and synthesizes the app. */
const longestStartMilliseconds = 120_000;
const longestStopMilliseconds = 5_000;

/** Vitest's global set-up: one embedded cloud in test mode, in a process of its own, for the whole run. */
export default async function startSharedCloud(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'furrow-test-'));
  const logFile = join(dataDir, 'test.log');
  const child = fork('bin/furrow.ts', ['start'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    execArgv: ['--import', 'tsx'],
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: join(dataDir, 'state'),
      FURROW_TEST_MODE: '1',
      FURROW_LIMITS: '',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const log = createWriteStream(logFile);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let printed = '';
  const ready = new Promise<boolean>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        log.write(text);
        printed = (printed + text).slice(-10_000);
        if (/^ready http/m.test(printed)) resolve(true);
      });
    }
    setTimeout(() => resolve(false), longestStartMilliseconds).unref();
    void ended.then(() => resolve(false));
  });

  const state = join(dataDir, 'state');
  project.provide(
    'sharedCloud',
    (await ready) ? describe(state, logFile, child.pid ?? 0) : { problem: `did not start:\n${printed}` },
  );

  return async () => {
    if (process.env.FURROW_GRANTS) await writeGrants(state, process.env.FURROW_GRANTS);
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), longestStopMilliseconds);
    await ended;
    clearTimeout(late);
    await new Promise((resolve) => log.end(resolve));
    const refused = refusals(logFile);
    rmSync(dataDir, { recursive: true, force: true });
    if (refused.length > 0)
      throw new Error(`AWS would have refused, for want of a grant or a chain in infra/:\n${refused.join('\n')}`);
  };
}

/** Calls that a function's role does not allow, and chains of messages that Lambda stops, each once; but for calls to what a test says is not there. */
function refusals(logFile: string): string[] {
  const lines = readFileSync(logFile, 'utf8').split('\n');
  const refused = lines.filter((line) => line.includes('DENIED [') && !line.includes('that-is-not-there'));
  const stopped = lines.filter((line) => line.includes(' RecursiveInvocationException: '));
  return [...new Set([...refused.map((line) => line.slice(line.indexOf('DENIED ['))), ...stopped])];
}

/** Keeps which grants of the roles this run has used. */
async function writeGrants(dataDir: string, path: string): Promise<void> {
  const { control } = JSON.parse(readFileSync(join(dataDir, 'endpoints.json'), 'utf8')) as Endpoints;
  writeFileSync(path, await (await fetch(`${control}/grants`)).text());
}

function describe(dataDir: string, logFile: string, pid: number): SharedCloud {
  const endpoints = JSON.parse(readFileSync(join(dataDir, 'endpoints.json'), 'utf8')) as Endpoints;
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as DemoOwner;
  return { baseUrl: endpoints.baseUrl, controlUrl: endpoints.control ?? '', endpoints, demo, dataDir, logFile, pid };
}
