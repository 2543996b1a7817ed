import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RowKey, rowOrder } from '../../../../adapters/aws/dynamodb/lists/row-order.ts';
import type { SortTerm } from '../../../../domain/paging.ts';

interface Row {
  id: string;
  name?: string | undefined;
  area?: number | undefined;
}

function sorted(rows: Row[], terms: SortTerm[]): string[] {
  const { keyOf, compare } = rowOrder<Row>(terms, ({ id }) => id);
  return [...rows].sort((a, b) => compare(keyOf(a), keyOf(b))).map(({ id }) => id);
}
const up = (field: string) => ({ field, descending: false });
const down = (field: string) => ({ field, descending: true });

test('texts are compared ignoring case, numbers as numbers, ties by id', () => {
  const rows = [
    { id: '3', name: 'b' },
    { id: '1', name: 'B' },
    { id: '2', name: 'a' },
  ];
  expect(sorted(rows, [up('name')])).toEqual(['2', '1', '3']);
  expect(sorted(rows, [down('name')])).toEqual(['1', '3', '2']);
  expect(
    sorted(
      [
        { id: 'a', area: 10 },
        { id: 'b', area: 9 },
      ],
      [up('area')],
    ),
  ).toEqual(['b', 'a']);
});

test('rows without a value come last in both directions', () => {
  const rows = [{ id: '1' }, { id: '2', name: 'x' }];
  expect(sorted(rows, [up('name')])).toEqual(['2', '1']);
  expect(sorted(rows, [down('name')])).toEqual(['2', '1']);
});

test('a later term decides among rows equal by an earlier one', () => {
  const rows = [
    { id: '1', name: 'x', area: 1 },
    { id: '2', name: 'X', area: 2 },
    { id: '3', name: 'a', area: 3 },
  ];
  expect(sorted(rows, [up('name'), down('area')])).toEqual(['3', '2', '1']);
});

const row = fc.record({
  id: fc.uuid(),
  name: fc.option(fc.string({ maxLength: 3 }), { nil: undefined }),
  area: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
});
const terms = fc.subarray([up('name'), down('area')], { minLength: 0 });

test('the order is total, so that a cursor can name a position in it', () => {
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: ({ id }) => id, minLength: 2 }), terms, (rows, by) => {
      const { keyOf, compare } = rowOrder<Row>(by, ({ id }) => id);
      const keys = rows.map(keyOf).sort(compare);
      keys.forEach((key, at) => {
        const restored = JSON.parse(JSON.stringify(key)) as RowKey;
        const after = keys.findIndex((other) => compare(other, restored) > 0);
        expect(after).toBe(at + 1 < keys.length ? at + 1 : -1);
      });
    }),
  );
});
