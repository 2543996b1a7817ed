import { expect, test } from 'vitest';
import type { Field } from '../../web/api/uploads.ts';
import { type LandWork, neighbourhoodsOf } from '../../web/landing/land.ts';

const console = { consoleUrl: 'https://farm.example/console', svcUserId: 'ada' };

/** A square of a thousandth of a degree. */
function field(id: string, [x, y]: [number, number]): Field {
  const ring: [number, number][] = [
    [x, y],
    [x + 0.001, y],
    [x + 0.001, y + 0.001],
    [x, y + 0.001],
    [x, y],
  ];
  return { id, name: `Field ${id}`, geometry: { type: 'MultiPolygon', coordinates: [[ring]] } };
}

const work = (id: string, type: LandWork['type'], startTime: string, fieldId: string): LandWork => ({
  id,
  type,
  startTime,
  fields: [{ id: fieldId }],
});

test('a neighbourhood shows its latest harvest, and other work only where nothing was harvested', () => {
  const fields = [field('a', [10, 50]), field('b', [10.01, 50]), field('far', [20, 50])];
  const done = [
    work('old', 'harvested', '2023-09-01T08:00:00Z', 'a'),
    work('new', 'harvested', '2024-09-01T08:00:00Z', 'b'),
    work('later', 'applied', '2024-10-01T08:00:00Z', 'a'),
    work('only', 'planted', '2024-05-01T08:00:00Z', 'far'),
  ];
  const groups = neighbourhoodsOf(fields, done, console);
  expect(groups.map(({ fields, work }) => [fields.map(({ id }) => id), work?.id])).toEqual([
    [['a', 'b'], 'new'],
    [['far'], 'only'],
  ]);
});

test('a field leads to the season of its latest harvest, and to its seasons where there was none', () => {
  const fields = [field('a', [10, 50]), field('b', [10.01, 50])];
  const sown = [
    work('sown', 'planted', '2023-10-10T08:00:00Z', 'a'),
    work('cut', 'harvested', '2024-07-20T08:00:00Z', 'a'),
  ];
  const [group] = neighbourhoodsOf(fields, sown, console);
  expect(group?.fields.map(({ href }) => href)).toEqual([
    'https://farm.example/console/fields/a/2024?svcUserId=ada',
    'https://farm.example/console/fields/b?svcUserId=ada',
  ]);
});

test('fields without a boundary are on no map', () => {
  expect(neighbourhoodsOf([{ id: 'a', name: 'A' }], [], console)).toEqual([]);
});
