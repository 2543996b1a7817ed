import { expect, test } from 'vitest';
import type { Field } from '../../../domain/fields/field.ts';
import { read } from '../../house/tree.ts';
import { freshOwner } from '../owner.ts';
import { anotherRound } from './fetched-files.ts';
import { harvestFilling, ownFarm } from './own-farm.ts';
import { controlSandbox, useSandboxes } from './sandboxes.ts';

useSandboxes();
const owner = await freshOwner();
const farm = await ownFarm('7301');
const larger = await ownFarm('7302');
const measures: Record<string, number> = { O: 1, F: 1, L: 2, P: 3 };

/** The table of a round's calls: kinds with sums such as `O + 2 F`. */
const rows = [...read('docs/providers/john-deere.md').matchAll(/^\| `(\w+)` \| ([\dOFLP +]+) \| ([\dOFLP +]+) \|$/gm)];
const numberOf = (sum: string): number =>
  sum
    .split('+')
    .map((product) => product.trim().split(' '))
    .reduce((total, factors) => total + factors.reduce((made, one) => made * (measures[one] ?? Number(one)), 1), 0);
const expected = (column: 2 | 3) => Object.fromEntries(rows.map((row) => [row[1], numberOf(row[column] ?? '')]));

async function counted(round: () => Promise<unknown>): Promise<Record<string, number>> {
  await controlSandbox('JohnDeere', 'DELETE', '/calls');
  await round();
  const { kinds } = await controlSandbox<{ kinds: Record<string, number> }>('JohnDeere', 'GET', '/calls');
  return Object.fromEntries(rows.map(([, kind = '']) => [kind, kinds[kind] ?? 0]));
}

test('a round asks as often as the page of the provider says', async () => {
  await farm.file('73010001', harvestFilling());
  await farm.file('73010002', harvestFilling({ days: 40 }));
  for (const [at, id] of ['b3AtMQ', 'b3AtMg', 'b3AtMw'].entries()) {
    await farm.operation(id, harvestFilling({ days: 80 + 40 * at, crop: 'Barley' }));
  }
  const svcUserId = await farm.selected(owner, { fieldsAutoSync: false });
  expect(rows.length).toBeGreaterThan(8);
  expect(await counted(() => anotherRound(owner, svcUserId))).toEqual(expected(2));
  expect(await counted(() => anotherRound(owner, svcUserId))).toEqual(expected(3));
});

test('boundaries of many fields come from the list of their organization', { timeout: 60_000 }, async () => {
  for (let number = 1; number < 20; number += 1) await larger.field(`field-7302-${number}`);
  const svcUserId = await larger.selected(owner, { fieldsAutoSync: false });
  const { boundaries } = await counted(() => anotherRound(owner, svcUserId));
  // Eight are asked for alone; then the list is read for the others, and once more for its change token.
  expect(boundaries).toBe(8 + 1 + 1);
  const { body: fields } = await owner.get<Field[]>(`/services/fields/api/fields?svcUserId=${svcUserId}&size=100`);
  expect(fields.length).toBe(20);
  for (const { status, boundaries, area } of fields) {
    expect([status, boundaries?.length]).toEqual(['PROCESSED', 1]);
    expect(area?.value).toBeGreaterThan(1);
  }
});
