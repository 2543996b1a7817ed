import { fork } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DemoOwner } from '../local/demo/demo-owner.ts';
import type { Endpoints } from '../local/state/endpoints-file.ts';

/** An embedded cloud that the tests of one process share; each test isolates itself with an owner of its own. */
export interface SharedCloud {
  baseUrl: string;
  /** The URL of the control port, see `local/control/routes.ts`. */
  controlUrl: string;
  endpoints: Endpoints;
  demo: DemoOwner;
  dataDir: string;
  /** The log of the cloud and its functions. */
  logFile: string;
  /** The id of its own process. */
  pid: number;
}

export interface EmbeddedCloud {
  /** The running cloud, or why there is none; tests that do not need it run all the same. */
  description: SharedCloud | { problem: string };
  /** @throws Error when a function has sent a request that AWS would have refused. */
  close(): Promise<void>;
}

/** The first start builds and synthesizes the app, which takes minutes on a busy machine. */
const maxStartMilliseconds = 600_000;
const maxStopMilliseconds = 5_000;

/** Starts an embedded cloud in test mode, in a process of its own. */
export async function startEmbeddedCloud(): Promise<EmbeddedCloud> {
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
      FURROW_UPSTREAMS: 'local',
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
    setTimeout(() => resolve(false), maxStartMilliseconds).unref();
    void ended.then(() => resolve(false));
  });

  const state = join(dataDir, 'state');
  const description = (await ready)
    ? describe(state, logFile, child.pid ?? 0)
    : { problem: `did not start:\n${printed}` };

  const close = async (): Promise<void> => {
    const grants = process.env.FURROW_GRANTS;
    if (grants) await writeGrants(state, join(grants, `${child.pid}.json`));
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), maxStopMilliseconds);
    await ended;
    clearTimeout(late);
    await new Promise((resolve) => log.end(resolve));
    const refused = refusals(logFile);
    rmSync(dataDir, { recursive: true, force: true });
    if (refused.length > 0)
      throw new Error(`AWS would have refused, for want of a grant or a chain in infra/:\n${refused.join('\n')}`);
  };
  return { description, close };
}

/** Calls that a role does not allow, and message chains that Lambda stops, each once; calls to resources that a test declares missing are left out. */
function refusals(logFile: string): string[] {
  const lines = readFileSync(logFile, 'utf8').split('\n');
  const refused = lines.filter((line) => line.includes('DENIED [') && !line.includes('that-is-not-there'));
  const stopped = lines.filter((line) => line.includes(' RecursiveInvocationException: '));
  return [...new Set([...refused.map((line) => line.slice(line.indexOf('DENIED ['))), ...stopped])];
}

/** Writes the grants of the roles that this cloud has used; `FURROW_GRANTS` names the folder. */
async function writeGrants(dataDir: string, path: string): Promise<void> {
  const { control } = JSON.parse(readFileSync(join(dataDir, 'endpoints.json'), 'utf8')) as Endpoints;
  writeFileSync(path, await (await fetch(`${control}/grants`)).text());
}

function describe(dataDir: string, logFile: string, pid: number): SharedCloud {
  const endpoints = JSON.parse(readFileSync(join(dataDir, 'endpoints.json'), 'utf8')) as Endpoints;
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as DemoOwner;
  return { baseUrl: endpoints.baseUrl, controlUrl: endpoints.control ?? '', endpoints, demo, dataDir, logFile, pid };
}
