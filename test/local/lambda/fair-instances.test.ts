import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleFunction, samplePool } from './sample-function.ts';

const code =
  'export const handler = (event: any) => new Promise((end) => setTimeout(() => end(event.name), event.milliseconds));';
let pool: Awaited<ReturnType<typeof samplePool>>;
beforeAll(async () => {
  pool = await samplePool([sampleFunction(code), sampleFunction(code, { name: 'single', reservedConcurrency: 1 })]);
});
afterAll(() => pool.close());

/** Sends events at once and records the order in which they ended. */
function sender(functionName: string) {
  const ended: string[] = [];
  const calls: Promise<unknown>[] = [];
  return {
    ended,
    send(name: string, milliseconds: number, client?: string) {
      const call = pool.invoke(functionName, { name, milliseconds }, client === undefined ? {} : { client });
      calls.push(call.then(({ payload }) => ended.push(payload as string)));
    },
    all: () => Promise.all(calls),
  };
}

it('one client never has all instances, so that another need not wait for it', async () => {
  const { ended, send, all } = sender('sample');
  for (let i = 0; i < 6; i += 1) send('greedy', 1_500, 'a');
  send('stranger', 10, 'b');
  await all();
  expect(ended[0]).toBe('stranger');
  expect(pool.stats().sample).toMatchObject({ waiting: 0, busy: 0, invocations: 7 });
});

it('clients with fewer running events come first, however long others have waited', async () => {
  const { ended, send, all } = sender('sample');
  for (let i = 0; i < 8; i += 1) send('a', 400, 'a');
  for (let i = 0; i < 4; i += 1) send('b', 400, 'b');
  send('c', 400, 'c');
  await all();
  // In the order of their arrival the first eight would all belong to one client.
  expect(ended.slice(0, 8)).toContain('c');
  expect(ended.slice(0, 8).filter((name) => name === 'b').length).toBeGreaterThanOrEqual(2);
});

it('events without a client may use all instances, and the only instance of a function serves one client', async () => {
  const events = sender('sample');
  for (let i = 0; i < 4; i += 1) events.send('event', 500);
  await expect.poll(() => pool.stats().sample?.busy).toBe(4);
  const single = sender('single');
  for (let i = 0; i < 3; i += 1) single.send('again', 10, 'a');
  await Promise.all([events.all(), single.all()]);
  expect(single.ended).toHaveLength(3);
});

it('an event of a client that no instance is free for in time ends as one that may be sent again', async () => {
  const busy = await samplePool([sampleFunction(code, { reservedConcurrency: 1 })], { maxWaitMilliseconds: 100 });
  try {
    await busy.warmUp('sample');
    const first = busy.invoke('sample', { name: 'first', milliseconds: 1_000 }, { client: 'a' });
    const late = await busy.invoke('sample', { name: 'late', milliseconds: 0 }, { client: 'b' });
    expect(late).toMatchObject({ functionError: 'Unhandled', payload: { errorType: 'Sandbox.Busy', isBusy: true } });
    expect((await first).payload).toBe('first');
    expect((await busy.invoke('sample', { name: 'again', milliseconds: 0 }, { client: 'b' })).payload).toBe('again');
  } finally {
    await busy.close();
  }
});

it('time in which something waits for a processor is not the time of a function, and one that was short of it may be asked again', async () => {
  let pressed = 0;
  const samples = [sampleFunction(code, { timeoutSeconds: 0.5 })];
  const crowded = await samplePool(samples, { pressedMilliseconds: () => pressed });
  try {
    const send = (milliseconds: number) => crowded.invoke('sample', { name: 'done', milliseconds });
    const late = await send(5_000);
    expect(late.payload).toMatchObject({ errorType: 'Sandbox.Timedout' });
    expect(late.payload).not.toHaveProperty('isBusy');
    const runs = () => expect.poll(() => crowded.stats().sample?.busy).toBe(1);
    const longer = send(800);
    await runs();
    pressed += 600;
    expect((await longer).payload).toBe('done');
    const tooLong = send(60_000);
    await runs();
    pressed += 10_000;
    expect((await tooLong).payload).toMatchObject({ errorType: 'Sandbox.Timedout', isBusy: true });
  } finally {
    await crowded.close();
  }
});
