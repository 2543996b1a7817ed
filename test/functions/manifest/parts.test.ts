import { expect, test } from 'vitest';
import type { FunctionNeeds } from '../../../functions/manifest/needs.ts';
import { withParts } from '../../../functions/manifest/parts.ts';

const sweep: FunctionNeeds = { purpose: 'Looks after things.', memoryMegabytes: 512, timeoutSeconds: 60 };

test('a function needs the access of all of its parts, once', () => {
  const parts = [
    { tables: { users: 'find' }, sends: ['sync-fields'] },
    { tables: { users: 'find', fields: 'readWrite' }, sends: ['sync-fields', 'merge-fields'] },
  ] as const;
  expect(withParts(sweep, parts)).toMatchObject({
    tables: { users: 'find', fields: 'readWrite' },
    sends: ['sync-fields', 'merge-fields'],
  });
});

test.each([
  ['find', 'read', 'read'],
  ['write', 'add', 'write'],
  ['add', 'add', 'add'],
  ['find', 'add', 'make'],
  ['read', 'write', 'readWrite'],
] as const)('parts that %s and %s a table have a function that may %s it', (one, other, both) => {
  expect(withParts(sweep, [{ tables: { fields: one } }, { tables: { fields: other } }]).tables).toEqual({
    fields: both,
  });
});

test('parts that need different access to a prefix are refused', () => {
  const parts = [
    { objects: { files: { 'incoming/': 'read' } } },
    { objects: { files: { 'incoming/': 'erase' } } },
  ] as const;
  expect(() => withParts(sweep, parts)).toThrow('read and erase of incoming/');
});
