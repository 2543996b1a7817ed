import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { writeLock } from '../../../local/dynamodb/items/write-lock.ts';

test('writers of a table proceed in the order they came, and others do not wait', async () => {
  const lock = writeLock();
  const log: string[] = [];
  const writer = (name: string, tables: string[], milliseconds: number) =>
    lock.hold(tables, async () => {
      log.push(`${name} begins`);
      await sleep(milliseconds);
      log.push(`${name} ends`);
    });
  await Promise.all([
    writer('first', ['a', 'b'], 30),
    writer('second', ['b', 'c'], 10),
    writer('third', ['c', 'a'], 1),
    writer('elsewhere', ['d'], 1),
  ]);
  expect(log).toEqual([
    'first begins',
    'elsewhere begins',
    'elsewhere ends',
    'first ends',
    'second begins',
    'second ends',
    'third begins',
    'third ends',
  ]);
});

test('a writer that fails frees its table', async () => {
  const lock = writeLock();
  await expect(lock.hold(['a'], () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await lock.hold(['a', 'a'], async () => 'done')).toBe('done');
});
