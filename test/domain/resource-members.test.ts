import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  changedAt,
  changedMembers,
  clearable,
  type Members,
  newMembers,
  readOnlyIn,
  replacedMembers,
  required,
  shapeOf,
  storedMembers,
} from '../../domain/resource-members.ts';

const size = z.strictObject({ width: z.number(), length: z.number().optional() });

/** A resource with a member of each kind. */
const barnMembers = {
  id: { shown: z.uuid(), created: z.uuid().optional() },
  name: { shown: z.string(), ...required(z.string().min(1)) },
  colour: { shown: z.string().optional(), ...clearable(z.string()) },
  size: { shown: size.optional(), ...clearable(size) },
  doors: { shown: z.array(z.string()).optional(), ...clearable(z.array(z.string())) },
  builtIn: { shown: z.int().optional(), created: z.int().nullable().optional() },
  outline: { shown: z.string().optional(), ...required(z.record(z.string(), z.unknown())), stored: false },
  key: { shown: z.string().optional(), created: z.string().optional(), copied: false },
  animals: { shown: z.array(z.string()), stored: false },
  updatedTime: { shown: z.string() },
} satisfies Members;

const barn = {
  id: 'b',
  name: 'Old barn',
  colour: 'red',
  size: { width: 8, length: 20 },
  doors: ['north', 'south'],
  builtIn: 1920,
  updatedTime: 'then',
};

test('bodies and responses have the members that are declared for them', () => {
  expect(Object.keys(shapeOf(barnMembers, 'shown'))).toEqual(Object.keys(barnMembers));
  expect(Object.keys(shapeOf(barnMembers, 'created'))).toEqual([
    'id',
    'name',
    'colour',
    'size',
    'doors',
    'builtIn',
    'outline',
    'key',
  ]);
  expect(Object.keys(shapeOf(barnMembers, 'changed'))).toEqual(['name', 'colour', 'size', 'doors', 'outline']);
  const change = z.strictObject(shapeOf(barnMembers, 'changed'));
  expect(change.safeParse({}).success).toBe(true);
  expect(change.safeParse({ colour: null }).success).toBe(true);
  expect(change.safeParse({ name: null }).success).toBe(false);
});

test('a body may repeat the members that it cannot set', () => {
  expect(readOnlyIn(barnMembers, 'created')).toEqual(['animals', 'updatedTime']);
  expect(readOnlyIn(barnMembers, 'changed')).toEqual(['id', 'builtIn', 'key', 'animals', 'updatedTime']);
});

test('a new record has each member of its body that is stored as it is sent, without null and undefined', () => {
  const given = { id: 'b', name: 'Barn', colour: undefined, size: { width: 8 }, builtIn: null, outline: {}, key: 'k' };
  expect(newMembers(barnMembers, given)).toEqual({ id: 'b', name: 'Barn', size: { width: 8 } });
  expect(newMembers(barnMembers, { ...given, doors: ['north'] })).toHaveProperty('doors', ['north']);
});

test('a PATCH changes what it names, and null clears it', () => {
  expect(changedMembers(barnMembers, barn, { colour: 'blue', size: undefined })).toEqual({ ...barn, colour: 'blue' });
  const { colour: _, ...uncoloured } = barn;
  expect(changedMembers(barnMembers, barn, { colour: null })).toEqual(uncoloured);
  expect(changedMembers(barnMembers, barn, { size: { width: 8 } })).toEqual({ ...barn, size: { width: 8 } });
  expect(changedMembers(barnMembers, barn, { doors: ['south', 'north'] }).doors).toEqual(['south', 'north']);
});

test.each([
  [{}],
  [{ name: 'Old barn' }],
  [{ size: { length: 20, width: 8 } }],
  [{ size: { width: 8, length: 20 }, doors: ['north', 'south'] }],
  [{ outline: { anything: 1 } }],
])('the PATCH %j changes nothing: the record stays the same object', (changes) => {
  expect(changedMembers(barnMembers, barn, changes)).toBe(barn);
});

test('clearing what is absent changes nothing', () => {
  const bare = { name: 'Bare', updatedTime: 'then' };
  expect(changedMembers(barnMembers, bare, { colour: null, size: null, doors: null })).toBe(bare);
});

test('a PUT replaces all members of a body, and leaves the others', () => {
  const given = { name: 'New barn', outline: {} };
  expect(replacedMembers(barnMembers, barn, given)).toEqual({ name: 'New barn', updatedTime: 'then' });
  const same = { ...barn, outline: {} };
  expect(replacedMembers(barnMembers, barn, same)).toBe(barn);
});

test('a record is stored without what is computed or stored elsewhere', () => {
  expect(storedMembers(barnMembers, { ...barn, outline: 'o', animals: ['hen'] })).toEqual(barn);
});

test('only a change has a time', () => {
  expect(changedAt(barn, barn, 'now')).toBe(barn);
  expect(changedAt(barn, { ...barn, name: 'New' }, 'now')).toEqual({ ...barn, name: 'New', updatedTime: 'now' });
});
