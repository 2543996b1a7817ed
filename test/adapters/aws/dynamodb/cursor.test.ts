import { expect, test } from 'vitest';
import { decodeCursor, encodeCursor } from '../../../../adapters/aws/dynamodb/cursor.ts';

const range = {
  index: 'byOwner',
  partitionKey: 'ownerKey',
  partition: 'owner-1',
  sortKey: 'listKey',
  prefix: 'field#',
};
const key = { pk: 'owner-1#user', sk: 'field#7', ownerKey: 'owner-1', listKey: 'field#7' };

test('a cursor fits an address and gives its key back', () => {
  const cursor = encodeCursor(key);
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(decodeCursor(cursor, range)).toEqual(key);
});

test.each<[string, string]>([
  ['of another owner', encodeCursor({ ...key, ownerKey: 'owner-2' })],
  ['of another list', encodeCursor({ ...key, listKey: 'grower#7' })],
  ['with a member too few', encodeCursor({ pk: key.pk, sk: key.sk, ownerKey: key.ownerKey })],
  ['with a member too many', encodeCursor({ ...key, more: 'x' })],
  ['with a number', encodeCursor({ ...key, sk: 7 })],
  ['with a prototype', Buffer.from('{"__proto__": {"pk": "x"}}').toString('base64url')],
  ['that is no object', Buffer.from('"text"').toString('base64url')],
  ['that is no JSON', 'nonsense'],
])('a cursor %s is refused', (_, cursor) => {
  expect(() => decodeCursor(cursor, range)).toThrow('The cursor does not belong to this list.');
});
