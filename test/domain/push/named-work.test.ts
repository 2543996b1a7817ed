import { expect, test } from 'vitest';
import { namedWork } from '../../../domain/push/named-work.ts';

const platform = 'https://api.deere.com/platform';
const of = (id: string) => ({ eventTypeId: 'fieldOperation', targetResource: `${platform}/fieldOperations/${id}` });

test('events of field operations name them, once', () => {
  expect(namedWork([of('a'), of('b'), of('a')], ['b'])).toEqual({ isWhole: false, operations: ['a'] });
  expect(namedWork([of('a')], ['a'])).toEqual({ isWhole: false, operations: [] });
});

test('whatever names no field operation asks for a whole round', () => {
  expect(namedWork([of('a'), { eventTypeId: 'boundary', targetResource: `${platform}/x` }], [])).toEqual({
    isWhole: true,
    operations: [],
  });
  for (const targetResource of [undefined, '', `${platform}/fieldOperations/`, `${platform}/fieldOperations/a/b`]) {
    expect(namedWork([{ eventTypeId: 'fieldOperation', targetResource }], []).isWhole).toBe(true);
  }
});

test('a heartbeat asks for nothing, and many operations for a whole round', () => {
  expect(namedWork([{ eventTypeId: 'heartbeat' }], [])).toEqual({ isWhole: false, operations: [] });
  const many = Array.from({ length: 6 }, (_, id) => of(`${id}`));
  expect(namedWork(many, []).operations).toHaveLength(6);
  expect(namedWork(many, ['w', 'x', 'y', 'z', 'u']).isWhole).toBe(true);
});
