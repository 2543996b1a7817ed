import { describe, expect, test } from 'vitest';
import { zipOf } from './harvest-text.ts';
import { only, pointsOf } from './only-set.ts';
import { sprayRecords, sprayShapefile } from './spray-shapefile.ts';

/** A sprayer that goes 2 m a second, 10 m wide, with further columns. */
function applied(headers: string, values: (row: number) => string): string {
  const rows = Array.from({ length: 60 }, (_, row) => {
    const time = new Date(Date.UTC(2024, 9, 1, 15, 0, row)).toISOString();
    return `-93.618,${(42.021 + row * 1.8e-5).toFixed(6)},${time},2,10,Agent,${values(row)}`;
  });
  return [`Longitude,Latitude,IsoTime,Distance(m),Swath Width(m),Product,${headers}`, ...rows, ''].join('\n');
}

const read = (header: string, value: number | string) =>
  only(
    'a.csv',
    applied(`"${header}"`, () => String(value)),
    { outOfStandardOperations: true },
  );

test.each([
  ['Applied Rate(Mg/ha)', 5, 't/ha', 5],
  ['Applied Rate(ML/ha)', 2, 'm3/ha', 2000],
  ['Applied Rate(mL/ha)', 500, 'mL/ha', 500],
  ['Applied Rate(dt/ha)', 30, 't/ha', 3],
  ['Applied Rate(imp gal/ac)', 10, 'gal/ac', 12.0095],
  ['Rt Apd Liq(oz/ac)', 128, 'floz/ac', 128],
  ['Rt Apd Ms(oz/ac)', 16, 'oz/ac', 16],
])('%s of %s is stored as %s', async (header, value, unit, shown) => {
  const set = await read(header, value);
  expect(set.processed.problems).toEqual([]);
  expect(set.processed.units?.appliedRate).toBe(unit);
  expect(pointsOf(set)[0]?.appliedRate).toBeCloseTo(shown, 4);
});

test('a shapefile whose column is a mass by its name has a mass', async () => {
  const parts = sprayShapefile('spray', sprayRecords(40));
  parts['spray.dbf']?.write('Rt_Apd_Ms_\0', parts['spray.dbf'].indexOf('AppliedRat'), 'latin1');
  const set = await only('spray.zip', zipOf(parts));
  expect(set.processed.units).toMatchObject({ appliedRate: 'lb/ac' });
});

test.each([
  [
    'Rt Apd Liq(lb/ac)',
    'contradictingUnits',
    /"Rt Apd Liq\(lb\/ac\)" is a volume for an area by its name, and lb\/ac measures a mass for an area/,
  ],
  ['Applied Rate(kPa)', 'contradictingUnits', /kPa measures a pressure/],
  ['Applied Rate(mg/ha)', 'undecidedUnits', /may be mg\/ha or t\/ha, and its usual value is 5/],
  ['Applied Rate(bags/ha)', 'unknownUnits', /appliedRate in bags\/ha/],
])('%s is a named problem, and no number', async (header, code, message) => {
  const set = await read(header, 5);
  expect(set.processed.problems).toContainEqual(
    expect.objectContaining({ code, message: expect.stringMatching(message), hint: expect.stringMatching(/upload/) }),
  );
  expect(pointsOf(set)[0]).not.toHaveProperty('appliedRate');
});

test('a unit that may be a mass or a volume is read as what is likely, with a word', async () => {
  const set = await read('Applied Rate(oz/ac)', 10);
  expect(set.processed.problems).toMatchObject([
    {
      code: 'likelyUnits',
      message: expect.stringContaining('"Applied Rate(oz/ac)" in oz/ac as oz/ac (it may also be floz/ac)'),
    },
  ]);
});

describe('units in a column', () => {
  test('are those of the rate beside it, also where rows have different ones', async () => {
    const one = await only(
      'a.csv',
      applied('Applied Rate,Rate Unit', () => '200,kg/ha'),
    );
    expect(one.processed.problems).toEqual([]);
    expect([pointsOf(one)[0]?.appliedRate, one.processed.units?.appliedRate]).toEqual([200, 'kg/ha']);
    const two = await only(
      'a.csv',
      applied('Applied Rate,Unit', (row) => (row < 40 ? '200,kg/ha' : '178.4358,lb/ac')),
    );
    expect(two.processed.problems).toEqual([]);
    expect(new Set(pointsOf(two).map(({ appliedRate }) => Math.round(Number(appliedRate))))).toEqual(new Set([200]));
  });

  test.each([
    ['Applied Rate,Unit', (row: number) => (row < 40 ? '200,kg/ha' : '20,L/ha')],
    ['Applied Rate(L/ha),Unit', () => '200,kg/ha'],
    ['Applied Rate,Unit', (row: number) => (row < 40 ? '200,kg/ha' : '20,')],
  ])('are a named problem where they contradict one another: %s', async (headers, values) => {
    const set = await only('a.csv', applied(headers, values), { outOfStandardOperations: true });
    expect(set.processed.problems).toContainEqual(expect.objectContaining({ code: 'mixedUnits' }));
    expect(pointsOf(set)[0]).not.toHaveProperty('appliedRate');
  });
});
