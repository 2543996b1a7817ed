import { describe, expect, test } from 'vitest';
import type { Field } from '../../../domain/fields/field.ts';
import { findGroups } from '../../../domain/merging/find-groups.ts';
import { isSource, type Member, maxSources } from '../../../domain/merging/group.ts';
import { type MergePlan, planMerges } from '../../../domain/merging/plan-merges.ts';
import { tangle } from '../geometry/generated-outlines.ts';
import { landOf, member, type Strip } from './land.ts';

interface Case {
  name: string;
  /** The threshold in percent; 0.01 by default. */
  threshold?: number;
  fields: Record<string, Strip | undefined>;
  members?: Record<string, Partial<Field>>;
  /** Ids of MERGED fields and their sources. */
  merged?: Record<string, string[]>;
  /** The sources of each MERGED field at the end; a new field is called `new`. */
  merges: Record<string, string[]>;
  removed?: string[];
  apart?: string[];
}

const cases: Case[] = [
  { name: 'fields that lie apart stay apart', fields: { a: [0, 10], b: [20, 30] }, merges: {} },
  { name: 'fields that only touch stay apart', fields: { a: [0, 10], b: [10, 20] }, threshold: 0, merges: {} },
  { name: 'two that overlap become one', fields: { a: [0, 10], b: [9, 20] }, merges: { new: ['a', 'b'] } },
  {
    name: 'the threshold is percent, and reaching it is enough',
    fields: { a: [0, 10], b: [9, 19] },
    threshold: 10,
    merges: { new: ['a', 'b'] },
  },
  { name: 'below the threshold nothing is merged', fields: { a: [0, 10], b: [9, 19] }, threshold: 10.01, merges: {} },
  {
    name: 'the larger of the two ratios counts: a small field within a large one',
    fields: { a: [0, 100], b: [10, 11] },
    threshold: 100,
    merges: { new: ['a', 'b'] },
  },
  {
    name: 'a chain is one group, though its ends do not meet',
    fields: { a: [0, 10], b: [9, 20], c: [19, 30] },
    merges: { new: ['a', 'b', 'c'] },
  },
  {
    name: 'a field in PREVIEW is left out',
    fields: { a: [0, 10], b: [9, 20] },
    members: { b: { status: 'PREVIEW' } },
    merges: {},
  },
  {
    name: 'a field without a boundary is left out',
    fields: { a: [0, 10], b: undefined },
    merges: {},
  },
  {
    name: 'fields of providers are merged like any other',
    fields: { a: [0, 10], b: [9, 20] },
    members: { a: { providerName: 'JohnDeere' } },
    merges: { new: ['a', 'b'] },
  },
  {
    name: 'merged fields are not merged again',
    fields: { a: [0, 10], m: [5, 20] },
    members: { m: { type: 'MERGED', sources: ['x', 'y'] } },
    merges: {},
  },
  {
    name: 'a new field joins the existing merged field',
    fields: { a: [0, 10], b: [9, 20], c: [19, 30] },
    merged: { m: ['a', 'b'] },
    merges: { m: ['a', 'b', 'c'] },
  },
  {
    name: 'a field that moves away is let go',
    fields: { a: [0, 10], b: [9, 20], c: [50, 60] },
    merged: { m: ['a', 'b', 'c'] },
    merges: { m: ['a', 'b'] },
    apart: ['c'],
  },
  {
    name: 'when none overlaps any longer, the merged field is removed',
    fields: { a: [0, 10], b: [50, 60] },
    merged: { m: ['a', 'b'] },
    merges: {},
    removed: ['m'],
    apart: ['a', 'b'],
  },
  {
    name: 'when two groups grow together, the one with more sources stays',
    fields: { a: [0, 10], b: [9, 20], c: [19, 30], d: [29, 40], e: [39, 50] },
    merged: { m: ['a', 'b'], n: ['c', 'd', 'e'] },
    merges: { n: ['a', 'b', 'c', 'd', 'e'] },
    removed: ['m'],
  },
  {
    name: 'with as many sources, the older one stays',
    fields: { a: [0, 10], b: [9, 20], c: [19, 30], d: [29, 40] },
    merged: { m: ['c', 'd'], n: ['a', 'b'] },
    merges: { m: ['a', 'b', 'c', 'd'] },
    removed: ['n'],
  },
  {
    name: 'when a group falls in two, the larger part keeps the id',
    fields: { a: [0, 10], b: [9, 20], c: [50, 60], d: [59, 70], e: [69, 80] },
    merged: { m: ['a', 'b', 'c', 'd', 'e'] },
    merges: { new: ['a', 'b'], m: ['c', 'd', 'e'] },
  },
  {
    name: 'when one of two sources is deleted, the merged field is removed',
    fields: { a: [0, 10] },
    merged: { m: ['a', 'gone'] },
    merges: {},
    removed: ['m'],
    apart: ['a'],
  },
];

/** The fields of a case, with the merged fields that they are part of. */
function membersOf({ fields, members = {}, merged = {} }: Case): Member[] {
  const mergedInto = (id: string) => Object.entries(merged).find(([, sources]) => sources.includes(id))?.[0];
  const own = Object.entries(fields).map(([id, strip]) => {
    const mergedFieldId = mergedInto(id);
    return member(id, strip, { ...(mergedFieldId !== undefined && { mergedFieldId }), ...members[id] });
  });
  const made = Object.entries(merged).map(([id, sources]) => member(id, undefined, { type: 'MERGED', sources }));
  return [...own, ...made];
}

async function plan(given: Case): Promise<MergePlan> {
  const members = membersOf(given);
  const ids = members.map(({ field }) => field.id);
  const groups = await findGroups(ids, landOf(members, given.threshold ?? 0.01));
  return planMerges(
    groups,
    members.map(({ field }) => field).filter(({ id }) => given.members?.[id]?.type !== 'MERGED'),
  );
}

describe('the rules of merging', () => {
  test.each(cases)('$name', async (given) => {
    const { merges, removed, apart } = await plan(given);
    const planned = merges.map(({ before, sources }) => [before?.id ?? 'new', sources.map(({ field }) => field.id)]);
    expect(Object.fromEntries(planned)).toEqual(given.merges);
    expect(removed.map(({ id }) => id)).toEqual(given.removed ?? []);
    expect(apart.map(({ field }) => field.id).sort()).toEqual(given.apart ?? []);
  });
});

/** Fields in a row, each overlapping the next. */
const row = (count: number) =>
  Array.from({ length: count }, (_, at) => member(`f${String(at).padStart(3, '0')}`, [at * 10, at * 10 + 11]));

test(`a group of ${maxSources} is merged`, async () => {
  const members = row(maxSources);
  const groups = await findGroups(['f000'], landOf(members, 0.01));
  expect(groups).toMatchObject([{ sources: { length: maxSources } }]);
  expect(
    planMerges(
      groups,
      members.map(({ field }) => field),
    ).merges.length,
  ).toBe(1);
});

test('a larger group stays unmerged, and each of its fields says why', async () => {
  const members = row(maxSources + 1);
  const groups = await findGroups(
    members.map(({ field }) => field.id),
    landOf(members, 0.01),
  );
  const { merges, apart } = planMerges(
    groups,
    members.map(({ field }) => field),
  );
  expect(merges).toEqual([]);
  expect(apart.length).toBe(maxSources + 1);
  expect(new Set(apart.map(({ problem }) => problem))).toEqual(new Set(['mergeGroupTooLarge']));
});

test('a county of touching fields is given up after looking around a few', async () => {
  const members = row(1_000);
  const land = landOf(members, 0.01);
  await findGroups(['f500'], land);
  expect(land.looks).toBeLessThanOrEqual(maxSources + 1);
});

test('a field that overlaps too many others is in a group that is too large', async () => {
  const members = row(3);
  const land = { ...landOf(members, 0.01), overlapping: async () => undefined };
  expect(await findGroups(['f001'], land)).toMatchObject([{ problem: 'mergeGroupTooLarge', sources: { length: 1 } }]);
});

test('a field connected to a known group joins that group', async () => {
  const members = row(3);
  const { overlapping, ...land } = landOf(members, 0.01);
  // Fields that were merged before are not looked around again, and do not know the third one.
  const settled = async (source: (typeof members)[number] & Parameters<typeof overlapping>[0]) =>
    source.field.id === 'f002' ? overlapping(source) : ['f000', 'f001'];
  const groups = await findGroups(['f000', 'f002'], { ...land, overlapping: settled });
  expect(groups.map(({ sources }) => sources.map(({ field }) => field.id).sort())).toEqual([['f000', 'f001', 'f002']]);
});

test('a field with an invalid shape is merged, unless it is too tangled for any overlay', () => {
  const { field, boundary } = member('a', [0, 10]);
  const withShape = (geometry: ReturnType<typeof tangle>) =>
    isSource({ field, boundary: boundary && { ...boundary, geometry, validity: 'SELF_INTERSECTION' } });
  expect([withShape(tangle(5)), withShape(tangle(100))]).toEqual([true, false]);
});
