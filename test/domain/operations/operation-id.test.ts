import { expect, test } from 'vitest';
import { derivedId } from '../../../adapters/system.ts';
import type { FileGroup } from '../../../domain/operations/group-files.ts';
import { operationIdOf } from '../../../domain/operations/operation-id.ts';

/** Ids of files that came in one round are in no order of time. */
const [early, late] = ['01a223b5-8f2a-7dd5-98ae-551e7eb97985', '01a223b5-8f2a-74b7-85e2-957cfde5e7d2'];

function groupOf(...ids: string[]): FileGroup {
  return { fieldIds: ['north'], type: 'harvested', files: ids.map((id) => ({ id }) as FileGroup['files'][number]) };
}

/** What is there after each group, one after the other, as on one field. */
function namesOf(...groups: FileGroup[]): string[] {
  let there = new Map<string, { id: string; createdTime: string }>();
  return groups.map((group, at) => {
    const id = operationIdOf(group, there, true, derivedId);
    there = new Map([[id, there.get(id) ?? { id, createdTime: `2026-05-01T00:00:0${at}.000Z` }]]);
    return id;
  });
}

test('an operation keeps its id when files join and leave', () => {
  const [alone, joined, left] = namesOf(groupOf(early), groupOf(late, early), groupOf(early));
  expect(joined).toBe(alone);
  expect(left).toBe(alone);
});

test('an operation whose first file leaves goes on under the name of another, and keeps that when the first comes back', () => {
  const [, joined, other, back] = namesOf(groupOf(early), groupOf(early, late), groupOf(late), groupOf(early, late));
  expect(other).not.toBe(joined);
  expect(back).toBe(other);
});

test('of two operations that hang together now, the one that was there first goes on', () => {
  const [one, two] = [early, late].map((id) => operationIdOf(groupOf(id), new Map(), true, derivedId));
  const there = [
    { id: `${two}`, createdTime: '2026-05-01T00:00:00.000Z' },
    { id: `${one}`, createdTime: '2026-05-02T00:00:00.000Z' },
  ];
  const known = new Map(there.map((operation) => [operation.id, operation]));
  expect(operationIdOf(groupOf(early, late), known, true, derivedId)).toBe(two);
});

test('a file on two fields names an operation on each, where work is split by field', () => {
  const ids = ['north', 'south'].map((field) => ({ ...groupOf(early), fieldIds: [field] }));
  const [north, south] = ids.map((group) => operationIdOf(group, new Map(), true, derivedId));
  expect(north).not.toBe(south);
  const [one, other] = ids.map((group) => operationIdOf(group, new Map(), false, derivedId));
  expect(one).toBe(other);
});
