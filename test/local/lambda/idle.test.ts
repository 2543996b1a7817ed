import { afterEach, expect, it } from 'vitest';
import { invoke, type SamplePool, sampleFunction, samplePool } from './sample-function.ts';

const code = `
  let kept: string[] | undefined;
  export async function handler(event: any) {
    if (event.do === 'fill') kept = Array.from({ length: 400_000 }, (_, i) => 'some text ' + i);
    if (event.do === 'drop') kept = undefined;
    if (event.milliseconds) await new Promise((r) => setTimeout(r, event.milliseconds));
    return process.memoryUsage().heapUsed;
  }
`;

let pool: SamplePool;
afterEach(() => pool.close());

const instances = () => pool.stats().sample?.instances;

it.each([
  ['a thread', false],
  ['a process', true],
])('an idle instance in %s ends without a word, and the next event gets a fresh one', async (_, hasLayers) => {
  pool = await samplePool([sampleFunction(code, { hasLayers })], { idleMilliseconds: 50 });
  await pool.invoke('sample', {});
  await expect.poll(instances).toBe(0);
  expect(await invoke(pool, 'sample', {})).not.toHaveProperty('functionError');
  expect(pool.stats().sample?.starts).toBe(2);
  expect(pool.lines).toEqual([]);
});

it('of a function that answers requests one stays', async () => {
  pool = await samplePool([sampleFunction(code)], { idleMilliseconds: 50, answering: new Set(['sample']) });
  await Promise.all([1, 2, 3].map(() => pool.invoke('sample', { milliseconds: 300 })));
  expect(pool.stats().sample?.starts).toBeGreaterThan(1);
  await expect.poll(instances).toBe(1);
  const { starts } = pool.stats().sample ?? {};
  await pool.invoke('sample', {});
  expect(pool.stats().sample).toMatchObject({ instances: 1, starts });
});

it('of one that was started ahead and never called none stays', async () => {
  pool = await samplePool([sampleFunction(code)], { idleMilliseconds: 50, answering: new Set(['sample']) });
  await pool.warmUp('sample');
  expect(instances()).toBe(1);
  await expect.poll(instances).toBe(0);
  expect(pool.lines).toEqual([]);
});

it('and gives back what it does not use', async () => {
  pool = await samplePool([sampleFunction(code)], { idleMilliseconds: 50, answering: new Set(['sample']) });
  const { payload: full } = await invoke(pool, 'sample', { do: 'fill' });
  await pool.invoke('sample', { do: 'drop' });
  await expect.poll(async () => (await invoke(pool, 'sample', {})).payload, { interval: 300 }).toBeLessThan(full / 2);
});

it('an instance that works is not idle', async () => {
  pool = await samplePool([sampleFunction(code)], { idleMilliseconds: 50 });
  expect(await invoke(pool, 'sample', { milliseconds: 500 })).not.toHaveProperty('functionError');
  expect(pool.stats().sample?.starts).toBe(1);
});
