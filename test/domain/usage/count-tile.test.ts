import { expect, test } from 'vitest';
import { geosOverlay } from '../../../adapters/geos/geos-overlay.ts';
import { noUser } from '../../../domain/events/event.ts';
import { overlayHectares } from '../../../domain/geometry/overlay-area.ts';
import { type CountingRules, countAdded, countAll, differenceOf } from '../../../domain/usage/counting/count-tile.ts';
import { nameOf, type Piece, type Series } from '../../../domain/usage/counting/series.ts';
import { squareAt } from '../../api/fields/field.ts';

const rules: CountingRules = {
  findTerm: (product, day) => ({ term: product === 'AUDIT_FIELDS_BOUNDARY' ? 'present' : '2026-01-01', day }),
  today: '2026-06-01',
  overlay: await geosOverlay(() => import('geos-wasm')),
  isGone: () => false,
};

function piece(source: string, svcUserId: string, day: string, west: number, degrees = 0.004): Piece {
  const products: Piece['products'] = ['OPERATIONS_FILE', 'UNIFIED_AREA'];
  return { ...{ source, svcUserId, day, products, hectares: 1 }, shape: squareAt(west, 50.001, degrees) };
}

function after(before: ReadonlyMap<string, Series>, changes: ReturnType<typeof countAll>): Map<string, Series> {
  const series = new Map(before);
  for (const change of changes) {
    const name = nameOf((change.after ?? change.before) as Series);
    if (change.after) series.set(name, change.after);
    else series.delete(name);
  }
  return series;
}

const none = new Map<string, Series>();
const daysOf = (series: ReadonlyMap<string, Series>) =>
  new Map([...series].map(([name, { days, area }]) => [name, { days: withoutZeros(days), area }]));
const withoutZeros = (days: Record<string, number>) =>
  Object.fromEntries(Object.entries(days).filter(([, units]) => units !== 0));

const pieces = [
  piece('a', 'ada', '2026-02-01', 10.001),
  piece('b', 'ben', '2026-02-03', 10.003),
  piece('c', 'ada', '2026-02-03', 10.002),
  piece('d', noUser, '2026-02-04', 10.006),
];

test('pieces that are added day by day, in one batch or twice give what all of them counted anew give', () => {
  const anew = after(none, countAll(none, pieces, rules));
  let oneByOne = new Map(none);
  for (const one of [...pieces, ...pieces.slice(3)]) {
    oneByOne = after(oneByOne, countAdded({ before: oneByOne, fresh: [one] }, rules) ?? []);
  }
  const together = after(none, countAdded({ before: none, fresh: pieces.toReversed() }, rules) ?? []);
  expect(daysOf(oneByOne)).toEqual(daysOf(anew));
  expect(daysOf(together)).toEqual(daysOf(anew));
  const whole = overlayHectares(rules.overlay.union(pieces.flatMap(({ shape }) => shape ?? [])));
  expect(anew.get('UNIFIED_AREA#2026-01-01#owner')?.area).toBe(Math.round(whole * 1e6));
  expect([...anew.keys()].filter((name) => name.endsWith(noUser))).toEqual([]);
});

test('a piece of an earlier day, and one that went, are counted in their place', () => {
  const before = after(none, countAll(none, pieces.slice(1), rules));
  expect(countAdded({ before, fresh: pieces.slice(0, 1) }, rules)).toBeUndefined();
  const late = after(before, countAll(before, pieces, rules));
  expect(daysOf(late)).toEqual(daysOf(after(none, countAll(none, pieces, rules))));
  const without = after(late, countAll(late, pieces.slice(1), rules));
  expect(daysOf(without)).toEqual(daysOf(before));
});

test('differences of sums add up to the series, whatever was counted between', () => {
  const sums: Record<string, number> = {};
  let before = new Map(none);
  for (const some of [pieces.slice(2), pieces.slice(1), pieces, pieces.slice(0, 3), []]) {
    const changes = countAll(before, some, rules);
    for (const change of changes.filter(({ before: was, after: is }) => (is ?? was)?.subject === 'owner')) {
      const name = (change.after ?? change.before)?.product;
      for (const [day, units] of Object.entries(differenceOf(change)))
        sums[`${name} ${day}`] = (sums[`${name} ${day}`] ?? 0) + units;
    }
    before = after(before, changes);
  }
  expect(before).toEqual(none);
  expect(Object.values(sums).every((units) => units === 0)).toBe(true);
});

test('what is present changes on the day on which it is counted, and nothing is left of a deleted user', () => {
  const boundary = (svcUserId: string): Piece => ({
    ...piece(svcUserId, svcUserId, '', 10.001),
    products: ['AUDIT_FIELDS_BOUNDARY'],
  });
  const first = after(none, countAll(none, [boundary('ada')], rules));
  const later = { ...rules, today: '2026-06-09' };
  const kept = after(first, countAll(first, [], later));
  const area = first.get('AUDIT_FIELDS_BOUNDARY#present#ada')?.area ?? 0;
  expect(kept.get('AUDIT_FIELDS_BOUNDARY#present#ada')?.days).toEqual({ '2026-06-01': area, '2026-06-09': -area });
  const gone = after(kept, countAll(kept, [], { ...later, isGone: (user) => user === 'ada' }));
  expect([...gone.keys()]).toEqual(['AUDIT_FIELDS_BOUNDARY#present#owner']);
});
