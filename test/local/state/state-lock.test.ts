import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockState, type StateLock, StateLockedError } from '../../../local/state/state-lock.ts';

let dir: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'furrow-lock-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

/** A process of its own that has taken the lock. */
async function otherProcess(): Promise<ChildProcess> {
  const module = JSON.stringify(new URL('../../../local/state/state-lock.ts', import.meta.url).href);
  const script = `
    import { lockState } from ${module};
    const lock = await lockState(${JSON.stringify(dir)});
    lock.announce('http://127.0.0.1:3000');
    console.log('locked');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

test('a second process is refused with the holder, its place and its start', async () => {
  const child = await otherProcess();
  const error = await lockState(dir).catch((reason) => reason);
  expect(error).toBeInstanceOf(StateLockedError);
  expect(error.holder).toMatchObject({ pid: child.pid, address: 'http://127.0.0.1:3000' });
  expect(error.message).toMatch(
    new RegExp(`^${dir} is in use by another Furrow \\(process ${child.pid}, http://127.0.0.1:3000, since 20.*Z\\)`),
  );
  expect(error.message).toContain('stop that one, or choose another DATA_DIR');
});

test('the lock of a killed process is taken over, and its remains are removed', async () => {
  const child = await otherProcess();
  child.kill('SIGKILL');
  await once(child, 'exit');
  const lock = await lockState(dir);
  expect(readdirSync(join(dir, 'lock'))).toHaveLength(1);
  lock.release();
});

test('a suspended process keeps its lock', async () => {
  const child = await otherProcess();
  child.kill('SIGSTOP');
  await expect(lockState(dir)).rejects.toThrow(`process ${child.pid}`);
});

test('a released lock is free at once', async () => {
  for (let round = 0; round < 5; round += 1) (await lockState(dir)).release();
});

test('of many processes that start at the same moment exactly one gets the state', async () => {
  for (let round = 0; round < 10; round += 1) {
    const starters = Array.from({ length: 8 }, async (_, n) => {
      await sleep(n % 3);
      return lockState(dir);
    });
    const outcomes = await Promise.allSettled(starters);
    const won = outcomes.filter(
      (outcome): outcome is PromiseFulfilledResult<StateLock> => outcome.status === 'fulfilled',
    );
    expect(won).toHaveLength(1);
    won[0]?.value.release();
  }
});

test('a path that is too long for a socket is refused with the reason', async () => {
  await expect(lockState(join(dir, 'deep'.repeat(30)))).rejects.toThrow('choose a DATA_DIR with a shorter path');
});
