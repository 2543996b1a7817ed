import { describe, expect, test } from 'vitest';
import type { Field } from '../../../domain/fields/field.ts';
import { limits } from '../../../domain/limits.ts';
import type { Source } from '../../../domain/merging/group.ts';
import { mergedField } from '../../../domain/merging/merged-field.ts';
import { planMerges } from '../../../domain/merging/plan-merges.ts';
import { member, type Strip } from './land.ts';

const at = '2026-06-01T00:00:00.000Z';
const source = (id: string, strip: Strip, members?: Partial<Field>) => member(id, strip, members) as Source;
const small = source('a', [0, 10], { name: 'Small', farmId: 7 });
const large = source('b', [9, 30], { name: 'Large', farmId: 7 });
const shape = member('shape', [0, 30]).boundary?.geometry ?? { type: 'MultiPolygon' as const, coordinates: [] };

let made = 0;
const newId = () => {
  made += 1;
  return `id-${made}`;
};
const merge = (sources: Source[], before?: Field) =>
  mergedField({ before, sources }, { before: before && shape, after: shape }, newId, at);

describe('a merged field', () => {
  test('names its sources, and has the name of the largest one', () => {
    const merged = merge([small, large]);
    expect(merged?.field).toMatchObject({
      type: 'MERGED',
      status: 'PROCESSED',
      sources: ['a', 'b'],
      name: 'Large',
      farmId: 7,
      boundaries: [merged?.boundary?.id],
      area: merged?.boundary?.area,
    });
    expect(merged?.boundary).toMatchObject({ status: 'ACTIVE', validity: 'VALID', geometry: shape });
  });

  test('is on no farm when its sources are on several, or some on none', () => {
    expect(merge([small, source('b', [9, 30], { farmId: 8 })])?.field).not.toHaveProperty('farmId');
    expect(merge([small, source('b', [9, 30])])?.field).not.toHaveProperty('farmId');
  });

  test('stays as it is while nothing about it changes', () => {
    const before = merge([small, large])?.field;
    expect(merge([small, large], before)).toBeUndefined();
  });

  test('keeps its id, its versions and its age when it changes, and gets no version for a new name', () => {
    const before = merge([small, large])?.field as Field;
    const renamed = merge([small, source('b', [9, 30], { name: 'Renamed', farmId: 7 })], before);
    expect(renamed).toEqual({ field: { ...before, name: 'Renamed', updatedTime: at }, boundary: undefined });
    const nameless = merge([small, source('b', [9, 30], { farmId: 7 })], before);
    expect(nameless?.field).not.toHaveProperty('name');
  });

  test('drops an old version when it has as many as a field can have', () => {
    const boundaries = Array.from({ length: limits.boundaryVersions }, (_, number) => `b-${number}`);
    const full = { ...(merge([small, large])?.field as Field), boundaries };
    const { merges, removed } = planMerges([{ sources: [small, large] }], [small.field, large.field, full]);
    expect([merges[0]?.before, removed]).toEqual([undefined, [full]]);
  });
});
