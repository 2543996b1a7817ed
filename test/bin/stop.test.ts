import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const projectDir = fileURLToPath(new URL('../..', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'furrow-stop-'));
const environment = {
  ...process.env,
  ...{ PORT: '0', DATA_DIR: join(dir, 'state'), FURROW_UPSTREAMS: 'local', FURROW_SAMPLE_FARM: '0' },
};
const started: ChildProcess[] = [];

afterAll(() => {
  for (const { pid } of started) if (pid && isGroupThere(pid)) process.kill(-pid, 'SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

/** Starts a program at the head of its own group, as a terminal or a service manager does, until Furrow is ready. */
async function startReady(program: string, parameters: string[]) {
  const child = spawn(program, parameters, {
    cwd: projectDir,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  started.push(child);
  let printed = '';
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
  await new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        if (/^ready /m.test(printed)) resolve();
      });
    }
    void ended.then(() => resolve());
  });
  const address = /^ready (\S+)$/m.exec(printed)?.[1];
  if (!address) throw new Error(`it did not start: ${printed}`);
  return { pid: child.pid as number, ended, address, printed: () => printed };
}

function isGroupThere(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function groupEnds(pid: number): Promise<void> {
  while (isGroupThere(pid)) await sleep(50);
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s to npm itself stops the server and all it started',
  async (signal) => {
    const { pid, address, printed } = await startReady('npm', ['start']);
    expect((await fetch(`${address}/docs`)).status).toBe(200);
    process.kill(pid, signal);
    await groupEnds(pid);
    expect(printed()).toContain('stopping; the state is kept');
    await expect(fetch(`${address}/docs`)).rejects.toThrow();
  },
);

test('a clean stop is exit code 0', async () => {
  const { pid, ended, printed } = await startReady(process.execPath, ['bin/start.mjs']);
  process.kill(pid, 'SIGTERM');
  expect(await ended).toBe(0);
  expect(printed()).toContain('stopping; the state is kept');
  await groupEnds(pid);
});

test('a second signal ends it at once, and the exit code says which', async () => {
  const { pid, ended } = await startReady(process.execPath, ['bin/start.mjs']);
  process.kill(pid, 'SIGSTOP');
  process.kill(pid, 'SIGTERM');
  process.kill(pid, 'SIGINT');
  process.kill(pid, 'SIGCONT');
  expect([128 + 2, 128 + 15]).toContain(await ended);
  await groupEnds(pid);
});
