import { expect, test } from 'vitest';
import { read } from '../../house/tree.ts';
import { freshOwner } from '../owner.ts';
import { anotherRound } from './fetched-files.ts';
import { harvestFilling, ownFarm } from './own-farm.ts';
import { controlSandbox, useSandboxes } from './sandboxes.ts';

useSandboxes();
const owner = await freshOwner();
const farm = await ownFarm('7301');
const measures: Record<string, number> = { O: 1, F: 1, L: 2, P: 3 };

/** The table of a round's calls: kinds with sums such as `O + 2 F`. */
const rows = [...read('docs/providers/john-deere.md').matchAll(/^\| `(\w+)` \| ([\dOFLP +]+) \| ([\dOFLP +]+) \|$/gm)];
const numberOf = (sum: string): number =>
  sum
    .split('+')
    .map((product) => product.trim().split(' '))
    .reduce((total, factors) => total + factors.reduce((made, one) => made * (measures[one] ?? Number(one)), 1), 0);
const expected = (column: 2 | 3) => Object.fromEntries(rows.map((row) => [row[1], numberOf(row[column] ?? '')]));

test('a round asks as often as the page of the provider says', async () => {
  await farm.file('73010001', harvestFilling());
  await farm.file('73010002', harvestFilling({ days: 40 }));
  for (const [at, id] of ['b3AtMQ', 'b3AtMg', 'b3AtMw'].entries()) {
    await farm.operation(id, harvestFilling({ days: 80 + 40 * at, crop: 'Barley' }));
  }
  const counted = async (round: () => Promise<unknown>) => {
    await controlSandbox('JohnDeere', 'DELETE', '/calls');
    await round();
    const { kinds } = await controlSandbox<{ kinds: Record<string, number> }>('JohnDeere', 'GET', '/calls');
    return Object.fromEntries(rows.map(([, kind = '']) => [kind, kinds[kind] ?? 0]));
  };
  const svcUserId = await farm.selected(owner, { fieldsAutoSync: false });
  expect(rows.length).toBeGreaterThan(8);
  expect(await counted(() => anotherRound(owner, svcUserId))).toEqual(expected(2));
  expect(await counted(() => anotherRound(owner, svcUserId))).toEqual(expected(3));
});
