import { expect, test } from 'vitest';
import { withinTime } from '../../../../../functions/areas/query/execution/within-time.ts';

const never = () => new Promise<never>(() => {});

test('work that ends in time returns its result', async () => {
  expect(await withinTime({ milliseconds: 10_000 }, async (signal) => signal.aborted)).toBe(false);
  await expect(withinTime({ milliseconds: 10_000 }, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('work that does not end is answered in time, with the limit and a way to get more time', async () => {
  let reason: unknown;
  const work = (signal: AbortSignal) => {
    signal.addEventListener('abort', () => {
      reason = signal.reason;
    });
    return never();
  };
  const late = withinTime({ milliseconds: 23_000, left: 1, advice: ' Wait longer.' }, work);
  await expect(late).rejects.toMatchObject({
    status: 504,
    message: expect.stringMatching(/23 seconds.*Wait longer\.$/),
  });
  await expect(late).rejects.toBe(reason);
});

test('work that is stopped ends with the reason, even before it starts', async () => {
  const stop = new AbortController();
  const stopped = withinTime({ milliseconds: 10_000 }, never, stop.signal);
  stop.abort(new Error('enough'));
  await expect(stopped).rejects.toThrow('enough');
  await expect(withinTime({ milliseconds: 10_000 }, never, stop.signal)).rejects.toThrow('enough');
});
