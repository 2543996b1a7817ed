import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.ts';
import { invoke, type SamplePool, sampleFunction, samplePool } from './sample-function.ts';

const code = `
  export async function handler(event: any) {
    if (event.do === 'hang') await new Promise((r) => setTimeout(r, 60_000));
    if (event.do === 'spin') for (;;);
    if (event.do === 'exit') process.exit(3);
    if (event.do === 'crash later') { setTimeout(() => { throw new Error('in a timer') }, 5); await new Promise((r) => setTimeout(r, 5000)); }
    if (event.do === 'reject') { void Promise.reject(new Error('nobody caught it')); await new Promise((r) => setTimeout(r, 5000)); }
    if (event.do === 'heap') { const all: unknown[] = []; for (let i = 0;; i++) all.push({ i, text: String(i).repeat(20) }); }
    if (event.do === 'one array') { const all: unknown[] = []; for (;;) all.push(all); }
    if (event.do === 'buffers') { const all: Buffer[] = []; for (;;) { all.push(Buffer.alloc(16e6, 1)); await new Promise((r) => setTimeout(r, 5)); } }
    if (event.do === 'crash idle') setTimeout(() => { throw new Error('between two calls') }, 20);
    if (event.do === 'large') return 'x'.repeat(event.bytes);
    return 'fine';
  }
`;

let pool: SamplePool;
afterEach(() => pool.close());

describe.each([
  ['a thread', false],
  ['a process', true],
])('an instance in %s', (_, hasLayers) => {
  const sample = sampleFunction(code, { hasLayers, timeoutSeconds: 0.5, memoryMegabytes: 128 });
  const patient = { ...sample, timeoutSeconds: 20 };
  const call = (event: unknown) => invoke(pool, 'sample', event);

  it.each(['hang', 'spin'])('that times out (%s) is ended, and the next call gets a fresh one', async (what) => {
    pool = await samplePool([sample]);
    expect((await call({ do: what })).payload).toMatchObject({ errorMessage: 'Task timed out after 0.50 seconds' });
    expect((await call({})).payload).toBe('fine');
  });

  it.each([
    ['exit', /exit code 3/],
    ['crash later', /in a timer|exit code 1/],
    ['reject', /nobody caught it|exit code 1/],
    ['heap', hasLayers ? /MB|signal|exit/ : /more than its 128 MB/],
    ['one array', /MB|signal|exit/],
  ])('that crashes (%s) returns an error, and the next call gets a fresh one', async (what, reason) => {
    pool = await samplePool([patient]);
    const { functionError, payload } = await call({ do: what });
    expect(functionError).toBe('Unhandled');
    expect(payload.errorMessage).toMatch(reason);
    expect((await call({})).payload).toBe('fine');
  });

  it('that crashes between two calls is logged and replaced', async () => {
    pool = await samplePool([patient]);
    await call({ do: 'crash idle' });
    await expect.poll(() => pool.stats().sample?.instances).toBe(0);
    expect(pool.lines.join('\n')).toMatch(/ERROR outside of an invocation/);
    expect((await call({})).payload).toBe('fine');
  });

  it('can be killed while it works', async () => {
    pool = await samplePool([patient]);
    const hanging = call({ do: 'hang' });
    await expect.poll(() => pool.stats().sample?.busy).toBe(1);
    expect(pool.killInstance('sample')).toBe(true);
    expect((await hanging).payload).toMatchObject({ errorMessage: 'the instance was killed' });
    expect((await call({})).payload).toBe('fine');
  });

  it('is deleted, with its folder, when the pool closes', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'furrow-pool-'));
    pool = await samplePool([patient], { dir });
    const hanging = call({ do: 'hang' });
    await expect.poll(() => pool.stats().sample?.busy).toBe(1);
    expect(readdirSync(dir)).toHaveLength(3);
    await pool.close();
    expect((await hanging).functionError).toBe('Unhandled');
    expect(existsSync(dir)).toBe(false);
    expect((await call({})).payload).toMatchObject({ errorMessage: 'the embedded cloud is shutting down' });
  });
});

it('stops a process whose native memory passes the limit', async () => {
  pool = await samplePool([sampleFunction(code, { hasLayers: true, timeoutSeconds: 20, memoryMegabytes: 160 })]);
  const { payload } = await pool.invoke('sample', { do: 'buffers' });
  expect(payload).toMatchObject({
    errorType: 'Runtime.OutOfMemory',
    errorMessage: expect.stringMatching(/of its 160 MB/),
  });
});

it.each([
  ['no handler', 'export const other = 1;', 'Runtime.HandlerNotFound', /handler is not a function/],
  [
    'a callback handler',
    'export const handler = (e: any, c: any, callback: any) => callback(null, 1);',
    'Runtime.CallbackHandlerDeprecated',
    /return a promise/,
  ],
  ['an error at its top level', 'throw new RangeError("no seed");', 'RangeError', /no seed/],
])('code with %s fails every call with the reason', async (_, source, errorType, errorMessage) => {
  pool = await samplePool([sampleFunction(source)]);
  const calls = await Promise.all([1, 2, 3].map(() => pool.invoke('sample', {})));
  for (const { payload } of calls)
    expect(payload).toMatchObject({ errorType, errorMessage: expect.stringMatching(errorMessage) });
});

it('a missing handler file and an undeclared function are named', async () => {
  const fn = sampleFunction('export const handler = async () => 1;');
  const dir = join(temporaryFolder('pool'), 'instances');
  await expect(samplePool([{ ...fn, handler: 'main.handler' }], { dir })).rejects.toThrow(
    /the handler main\.handler needs a file .*main\.mjs/,
  );
  expect(existsSync(dir)).toBe(false);
  pool = await samplePool([fn]);
  await expect(pool.invoke('nobody', {})).rejects.toThrow('there is no function nobody; there are sample');
});

it('a variable that Node.js refuses crashes the function, not the server', async () => {
  pool = await samplePool([sampleFunction(code, { environment: { NODE_OPTIONS: '--no-such-option' } })]);
  expect((await pool.invoke('sample', {})).functionError).toBe('Unhandled');
});

it("Lambda's 6 MB apply to events and results when AWS's limits are on", async () => {
  pool = await samplePool([sampleFunction(code)], { limits: 'aws' });
  const large = 'x'.repeat(6 * 1024 * 1024);
  expect((await pool.invoke('sample', { large })).payload).toMatchObject({ errorType: 'RequestEntityTooLarge' });
  expect((await pool.invoke('sample', { do: 'large', bytes: large.length })).payload).toMatchObject({
    errorType: 'Function.ResponseSizeTooLarge',
  });
  expect((await pool.invoke('sample', { do: 'large', bytes: 1000 })).payload).toHaveLength(1000);
});

it('reserved concurrency limits the instances, and 0 stops the function', async () => {
  pool = await samplePool([
    sampleFunction(code, { name: 'single', reservedConcurrency: 1 }),
    sampleFunction(code, { name: 'stopped', reservedConcurrency: 0 }),
  ]);
  await Promise.all([1, 2, 3, 4].map(() => pool.invoke('single', {})));
  expect(pool.stats().single).toMatchObject({ instances: 1, invocations: 4 });
  expect((await pool.invoke('stopped', {})).payload).toMatchObject({ errorType: 'TooManyRequestsException' });
});

it('an account runs so many invocations of all functions at once, and refuses others', async () => {
  pool = await samplePool([sampleFunction(code, { timeoutSeconds: 1 }), sampleFunction(code, { name: 'other' })], {
    accountConcurrency: 2,
  });
  const hanging = [pool.invoke('sample', { do: 'hang' }), pool.invoke('sample', { do: 'hang' })];
  expect((await pool.invoke('other', {})).payload).toEqual({
    errorType: 'TooManyRequestsException',
    errorMessage: 'the account runs 2 functions at once already',
  });
  await Promise.all(hanging);
  expect((await pool.invoke('other', {})).functionError).toBeUndefined();
});

it('a waiting event is dropped when its caller gives up', async () => {
  pool = await samplePool([sampleFunction(code, { reservedConcurrency: 1, timeoutSeconds: 1 })]);
  const first = pool.invoke('sample', { do: 'hang' });
  const second = pool.invoke('sample', {}, { stillWanted: () => false });
  expect((await second).payload).toMatchObject({ errorType: 'AbortError' });
  expect(pool.stats().sample).toMatchObject({ waiting: 0 });
  await first;
});

it('a warmed-up function has an instance before its first event', async () => {
  pool = await samplePool([sampleFunction(code)]);
  await pool.warmUp('sample');
  expect(pool.stats().sample).toMatchObject({ instances: 1, invocations: 0 });
});
