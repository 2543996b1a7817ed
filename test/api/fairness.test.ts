import { beforeAll, describe, expect, test } from 'vitest';
import { freshOwner, type TestOwner } from './owner.ts';
import { endless, runQuery } from './query/query.ts';

/** How much longer a stranger may wait beside a greedy owner. */
const mostTimes = 2;

let greedy: TestOwner;
let stranger: TestOwner;
beforeAll(async () => {
  [greedy, stranger] = await Promise.all([freshOwner(), freshOwner()]);
});

/** The median of some times in milliseconds, one after the other. */
async function median(count: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[Math.floor(count / 2)] ?? Number.NaN;
}

describe('beside a greedy owner', () => {
  test("a stranger's query takes at most twice as long as alone", async () => {
    const one = async () => expect((await runQuery(stranger, 'SELECT 1 AS n')).body).toEqual([{ n: 1 }]);
    await median(3, one);
    const before = await median(11, one);
    const heavy = Array.from({ length: 14 }, () => runQuery<{ errorKey: string }>(greedy, endless));
    await one();
    const beside = await median(21, one);
    const statuses = (await Promise.all(heavy)).map(({ status }) => status);
    const alone = Math.max(before, await median(11, one));
    // Not all could run, and each was told so.
    expect(statuses.every((status) => [429, 504].includes(status))).toBe(true);
    expect(statuses).toContain(504);
    expect(beside / alone).toBeLessThanOrEqual(mostTimes);
  });
});
