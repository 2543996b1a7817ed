import { describe, expect, test } from 'vitest';
import { readCursor, writeCursor } from '../../../../adapters/aws/cursor.ts';
import { decodeCursor, encodeCursor } from '../../../../adapters/aws/dynamodb/lists/cursor.ts';
import type { IndexRange } from '../../../../adapters/aws/dynamodb/lists/index-range.ts';

const owner = '0198c2a0-1111-7000-8000-000000000001';
const stranger = '0198c2a0-2222-7000-8000-000000000002';
const table = { name: 'fields' };
const range: IndexRange = {
  index: 'byOwner',
  partitionKey: 'ownerKey',
  partition: owner,
  sortKey: 'listKey',
  prefix: 'field#',
};
const key = { pk: `${owner}#user`, sk: 'field#7', ownerKey: owner, listKey: 'field#7#user' };
const own: IndexRange = { partitionKey: 'pk', partition: `${owner}#user`, sortKey: 'sk', prefix: 'field#' };
const message = 'The cursor does not belong to this list.';

describe.each<[string, IndexRange, Record<string, string>]>([
  ['an index', range, key],
  ['the table itself', own, { pk: key.pk, sk: key.sk }],
  [
    'an index in the order of the rows themselves',
    { ...range, sortKey: 'sk' },
    { pk: key.pk, sk: key.sk, ownerKey: owner },
  ],
  [
    'an index of a user',
    { index: 'byUserName', partitionKey: 'pk', partition: key.pk, sortKey: 'nameKey' },
    { pk: key.pk, sk: key.sk, nameKey: 'n 7#7#user' },
  ],
])('a cursor in %s', (_, list, row) => {
  const cursor = encodeCursor(table, list, { ...row, more: 'that an item holds' });

  test('fits into a URL and returns its key', () => {
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(decodeCursor(table, list, cursor)).toEqual(row);
  });

  test('reveals neither the owner nor the names of keys', () => {
    const readable = Buffer.from(cursor.slice(12), 'base64url').toString();
    for (const hidden of [owner, 'ownerKey', 'listKey', 'pk']) expect(readable).not.toContain(hidden);
  });

  test.each<[string, Partial<IndexRange>, string?]>([
    ['another owner', { partition: stranger }],
    ['another list', { prefix: 'grower#' }],
    ['the list turned round', { descending: true }],
    ['another table', {}, 'users'],
  ])('does not fit %s', (_name, change, name = table.name) => {
    expect(() => decodeCursor({ name }, { ...list, ...change }, cursor)).toThrow(message);
  });

  test('is refused when any of its characters is changed', () => {
    for (let at = 0; at < cursor.length; at += 1) {
      const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
      expect(() => decodeCursor(table, list, changed)).toThrow(message);
    }
  });
});

describe('a forged cursor with a valid seal', () => {
  const { index, partitionKey, partition, sortKey, prefix } = range;
  const list = [table.name, index, partitionKey, partition, sortKey, prefix, undefined, false];
  const forged = (...parts: (string | number | null)[]) => decodeCursor(table, range, writeCursor(list, parts));

  test('still names only a row of the owner', () => {
    expect(forged(`#user`, 'field#7', '7#user')).toEqual(key);
    expect(forged(`${stranger}#user`, 'field#7', '7#user').pk).toBe(`${owner}${stranger}#user`);
  });

  test.each([
    ['too few members', ['#user', 'field#7']],
    ['too many members', ['#user', 'field#7', '7', '8']],
    ['no key', ['#user', '', '7']],
    ['a key that DynamoDB refuses', ['#user', 'x'.repeat(1_025), '7']],
  ])('is refused with %s', (_, parts) => {
    expect(() => forged(...parts)).toThrow(message);
  });

  test('is refused outside a range', () => {
    const span: IndexRange = { ...own, prefix: undefined, between: ['field#3', 'field#5'] };
    const sealed = (sk: string) =>
      writeCursor([table.name, ...[undefined, 'pk', own.partition, 'sk', undefined, span.between, false]], [sk]);
    expect(decodeCursor(table, span, sealed('field#4'))).toEqual({ pk: own.partition, sk: 'field#4' });
    expect(() => decodeCursor(table, span, sealed('field#6'))).toThrow(message);
  });
});

test.each([
  ['a prototype', '{"__proto__": {"pk": "x"}}'],
  ['an object instead', '[{"pk": "x"}]'],
  ['no list', '"text"'],
  ['nothing', 'null'],
  ['no JSON', 'nonsense'],
])('a text of %s is refused as a cursor', (_, text) => {
  expect(() => readCursor([], 'x'.repeat(12) + Buffer.from(text).toString('base64url'))).toThrow(message);
});
