import { afterEach, expect, it } from 'vitest';
import { invoke, type SamplePool, sampleFunction, samplePool } from './sample-function.ts';

const code = `
  import { getPriority } from 'node:os';
  export async function handler(event: { milliseconds?: number }) {
    if (event.milliseconds) await new Promise((r) => setTimeout(r, event.milliseconds));
    return { pid: process.pid, priority: getPriority() };
  }
`;

let pool: SamplePool;
afterEach(() => pool.close());

const background = new Set(['job', 'reader']);
const isBackground = ({ name }: { name: string }) => background.has(name);

it('functions that nobody waits for have a process of their own, with a lower priority, as threads too', async () => {
  const samples = ['page', 'other', 'job'].map((name) => sampleFunction(code, { name }));
  pool = await samplePool(samples, { isBackground });
  const [page, other, job] = await Promise.all(samples.map(async ({ name }) => (await invoke(pool, name, {})).payload));
  expect(other.pid).toBe(page.pid);
  expect(job.pid).not.toBe(page.pid);
  expect(job.priority).toBeGreaterThan(page.priority);
});

it('the process of threads ends with the last one, and the next has another', async () => {
  pool = await samplePool([sampleFunction(code)], { idleMilliseconds: 50 });
  const { pid } = (await invoke(pool, 'sample', {})).payload;
  await expect.poll(() => isThere(pid)).toBe(false);
  const { payload, functionError } = await invoke(pool, 'sample', {});
  expect(functionError).toBeUndefined();
  expect(payload.pid).not.toBe(pid);
  expect(pool.lines).toEqual([]);
});

it('of a function that is a process and that nobody waits for there are three at once', async () => {
  pool = await samplePool([sampleFunction(code, { name: 'reader', hasLayers: true })], { isBackground });
  const pids = await Promise.all(
    Array.from({ length: 8 }, async () => (await invoke(pool, 'reader', { milliseconds: 300 })).payload.pid),
  );
  expect(new Set(pids).size).toBe(3);
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
