import { beforeAll, expect, test } from 'vitest';
import { ownerSlots } from '../../../../../adapters/aws/dynamodb/leases/owner-slots.ts';
import { waitingWork } from '../../../../../adapters/aws/dynamodb/leases/waiting-work.ts';
import { partition } from '../../../../../adapters/aws/dynamodb/partition.ts';
import type { Table } from '../../../../../adapters/aws/dynamodb/table.ts';
import type { WaitingWork } from '../../../../../domain/leases/waiting-work.ts';
import { waitingTable } from './waiting-table.ts';

const clock = { at: 1_000_000, now: () => clock.at };
let table: Table;
let waiting: WaitingWork;
beforeAll(async () => {
  table = await waitingTable();
  waiting = waitingWork(table, clock);
});

const add = (ownerId: string, id: string) => waiting.add({ ownerId, id, message: {} });
/** Takes the first work of an owner, and ends it. */
async function serve(ownerId: string) {
  clock.at += 1;
  const found = await waiting.next(ownerId, 'worker', 60_000);
  if (!found) throw new Error(`nothing of ${ownerId} waits`);
  await waiting.remove(found);
  return found.id;
}

test('owners with waiting work come in turn: those that were never served, then those served the longest ago', async () => {
  for (const id of ['1', '2', '3']) await add('a', id);
  expect(await waiting.owners()).toEqual(['a']);
  expect(await serve('a')).toBe('1');
  await add('b', '1');
  await add('c', '1');
  expect((await waiting.owners()).at(-1)).toBe('a');
  await serve('b');
  await serve('a');
  expect((await waiting.owners())[0]).toBe('c');
  await serve('c');
  // Nothing of b and c waits any more, which whoever looks finds out.
  for (const ownerId of ['b', 'c']) expect(await waiting.some(ownerId, 'worker')).toBe(false);
  expect(await waiting.owners()).toEqual(['a']);
  // An owner whose list was empty in between does not come first again.
  await add('b', '2');
  await add('d', '1');
  expect(await waiting.owners()).toEqual(['d', 'b', 'a']);
});

test('an owner that waits is remembered until nothing of it does, and not for longer', async () => {
  const found = async (ownerId: string) => (await partition(table, 'turns#waiting')).find(({ sk }) => sk === ownerId);
  await add('patient', '1');
  await add('patient', '2');
  await serve('patient');
  expect(await found('patient')).not.toHaveProperty('expiresAt');
  await serve('patient');
  expect(await waiting.some('patient', 'worker')).toBe(false);
  expect((await found('patient'))?.expiresAt).toBeGreaterThan(clock.at / 1000);
  await add('patient', '3');
  expect(await found('patient')).not.toHaveProperty('expiresAt');
});

test('a slot says whether its owner has another, of those that have not ended', async () => {
  const slots = ownerSlots(table, { clock, newId: () => 'holder' });
  expect((await slots.take('owner', 2, 1_000, 'one'))?.isOnly).toBe(true);
  expect((await slots.take('owner', 2, 1_000, 'two'))?.isOnly).toBe(false);
  expect(await slots.take('owner', 2, 1_000, 'three')).toBeUndefined();
  clock.at += 1_001;
  expect((await slots.take('owner', 2, 1_000, 'three'))?.isOnly).toBe(true);
});
