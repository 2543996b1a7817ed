import { expect, test } from 'vitest';
import { allErasers, type ErasedPlaces, withoutEraser } from '../../../../functions/jobs/erase-user/erasers.ts';
import type { Table } from '../../../../functions/manifest/table.ts';
import { functionNeeds, tableNames, tables } from '../../../../functions/manifests.ts';

/** What an eraser covers is known without a table or bucket behind it. */
const nowhere = new Proxy({} as ErasedPlaces, { get: () => ({ client: undefined, name: 'nowhere' }) });
const erasers = allErasers(nowhere);
const covered = erasers.map(({ covers }) => covers);
const needNone = [
  ...Object.keys(withoutEraser),
  ...tableNames.filter((name) => (tables[name] as Table).withoutEraser !== undefined),
];

/** Every prefix of a bucket that any function may write to. */
const prefixes = Object.values(functionNeeds).flatMap(({ objects = {} }) =>
  Object.entries(objects).flatMap(([bucket, access]) => Object.keys(access).map((prefix) => `${bucket}:${prefix}`)),
);

test.each(tableNames)('the table %s has an eraser, or a reason to have none', (name) => {
  expect([...covered, ...needNone]).toContain(name);
});

test.each([...new Set(prefixes)])('the prefix %s has an eraser, or a reason to have none', (prefix) => {
  const known = [...covered, ...needNone];
  expect(known.some((place) => prefix.startsWith(place))).toBe(true);
});

test('a place has either an eraser or a reason, once, and exists', () => {
  const places = [...covered, ...needNone];
  expect(new Set(places).size).toBe(places.length);
  for (const place of places) {
    const [bucket = ''] = place.split(':');
    expect([...tableNames, 'files', 'lake']).toContain(bucket);
  }
});

test('the function that erases may reach everything that it has an eraser for', () => {
  const { tables = {}, objects = {} } = functionNeeds['erase-user'] ?? {};
  for (const place of covered) {
    const [bucket = '', prefix] = place.split(':');
    const isTable = (tableNames as readonly string[]).includes(bucket);
    if (prefix === undefined || isTable) expect(tables).toHaveProperty([bucket], 'readWrite');
    else expect(objects[bucket as 'files']).toHaveProperty([prefix]);
  }
});

test('an eraser stands behind those that it waits for', () => {
  for (const [index, { after = [] }] of erasers.entries()) {
    expect(covered.slice(0, index)).toEqual(expect.arrayContaining([...after]));
  }
});

test('what is needed to erase something else goes after it', () => {
  const after = Object.fromEntries(erasers.map((eraser) => [eraser.covers, eraser.after]));
  expect(after).toMatchObject({
    fields: ['usage'],
    'files:artefacts/': ['usage'],
    operations: ['lake:lake/points/', 'lake:lake/ingests/'],
  });
});

test('the function that erases may give up uploads that were begun, where sessions begin them', () => {
  expect(functionNeeds['erase-user']?.objects?.files).toMatchObject({ 'incoming/': 'eraseWithParts' });
});
