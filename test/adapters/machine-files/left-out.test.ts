import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Settings } from '../../../domain/configuration/configuration.ts';
import { passText, type Row } from './left-out-text.ts';
import { only, pointsOf } from './only-set.ts';

type Options = Parameters<typeof passText>[1];

/** What becomes of a text: marks of points with their numbers, warnings, and the totals. */
async function outcome(text: string, settings: Partial<Settings> = {}) {
  const set = await only('work.csv', text, settings);
  const { status, pointCounts, problems, summary } = set.processed;
  const messages = problems.map(({ message }) => message).join(' ');
  expect(messages).not.toMatch(/NaN|Infinity/);
  const { leftOut = [], ...others } = summary?.properties ?? { operationType: '' };
  const totals: Record<string, unknown> = others;
  return {
    set,
    ...{ status, pointCounts, messages, leftOut, totals },
    marks: pointCounts?.leftOut ?? {},
    codes: problems.map(({ code }) => code),
  };
}

const harvest = (others: Record<number, Row>, options?: Options) => outcome(passText(others, options));
const sprayed = (others: Record<number, Row>, options: Options = {}) =>
  outcome(passText(others, { column: 'Applied Rate(L/ha)', product: 'Tank', value: 200, ...options }));
const sown = (others: Record<number, Row>, options: Options = {}) =>
  outcome(passText(others, { column: 'Seed Rate(kg/ha)', crop: 'Wheat', value: 180, ...options }));

describe('a point that cannot be', () => {
  test('stays in the standard points with a mark, is named, and is in no total', async () => {
    const { set, pointCounts, leftOut, totals, messages } = await harvest({ 30: { value: 900 } });
    expect(pointCounts).toEqual({ read: 100, kept: 99, dropped: {}, leftOut: { 'wetMassPerArea beyondLimit': 1 } });
    expect(leftOut).toEqual([
      expect.objectContaining({
        mark: 'wetMassPerArea beyondLimit',
        points: 1,
        totalWetMass: { value: 1.8, unit: 't' },
        unit: 't/ha',
        named: [{ row: 31, longitude: -93.618, latitude: 42.02154, timestamp: '2024-10-01T15:00:30.000Z', value: 900 }],
      }),
    ]);
    expect(totals).toMatchObject({ wetMassPerArea: { avg: 9, max: 9 }, totalArea: { value: 1_980 } });
    expect(messages).toContain('row 31 at 42.02154, -93.618: 900 t/ha');
    const points = pointsOf(set);
    expect(points).toHaveLength(100);
    expect(points.filter(({ leftOut }) => leftOut !== null)).toEqual([
      expect.objectContaining({ wetMassPerArea: 900, leftOut: 'wetMassPerArea beyondLimit' }),
    ]);
  });

  test('has no member of its own in a file without such points', async () => {
    const { set, pointCounts, totals } = await harvest({});
    expect(pointCounts).toEqual({ read: 100, kept: 100, dropped: {} });
    expect(totals).not.toHaveProperty('leftOut');
    expect(pointsOf(set)[0]).not.toHaveProperty('leftOut');
  });

  test('is no reason to leave out more than a fiftieth of the points: then none is, with a warning', async () => {
    const spikes = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [n * 20, { value: 900 }]));
    expect((await harvest(spikes(2))).marks).toEqual({ 'wetMassPerArea beyondLimit': 2 });
    const many = await harvest(spikes(3));
    expect([many.marks, many.codes, many.pointCounts?.kept]).toEqual([{}, ['tooManyImplausible'], 100]);
    expect(many.messages).toContain('3 with wetMassPerArea beyond what is possible');
  });
});

describe('yields are judged by crop and by what is harvested', () => {
  test.each([
    ['corn as grain', 90, { crop: 'Corn', value: 12, moisture: 17 }, true],
    ['silage', 90, { crop: 'Corn', value: 60, moisture: 66 }, false],
    ['silage by its name', 90, { crop: 'Corn, Silage', value: 60, moisture: 30 }, false],
    ['wheat', 40, { crop: 'Wheat', value: 14, moisture: 14 }, true],
    ['sugar beet', 150, { crop: 'Sugar Beet', value: 90, moisture: 76 }, false],
    ['sugar beet beyond all roots', 400, { crop: 'Sugar Beet', value: 90, moisture: 76 }, true],
    ['cane', 300, { crop: 'Sugar Cane', value: 120, moisture: 70 }, false],
  ])('%s: %d t/ha', async (_, value, options, isLeftOut) => {
    const { marks } = await harvest({ 50: { value } }, options);
    expect(Object.keys(marks)).toEqual(isLeftOut ? ['wetMassPerArea beyondLimit'] : []);
  });

  test('a whole file of corn at 90 t/ha fails as grain, and is ordinary silage', async () => {
    const grain = await harvest({}, { value: 90 });
    expect([grain.status, grain.codes]).toEqual(['failed', ['implausibleValues']]);
    expect(grain.messages).toContain('at most 78.31 t/ha is possible of corn as grain');
    expect((await harvest({}, { value: 90, moisture: 66 })).status).toBe('processed');
  });
});

describe('rates are judged by what is applied', () => {
  test.each([
    ['Roundup PowerMAX', 'failed'],
    ['Fungicide', 'failed'],
    ['Rindergülle', 'processed'],
    ['Digestate', 'processed'],
    ['Tank', 'processed'],
  ])('42,531 L/ha of %s: %s', async (product, status) => {
    expect((await sprayed({}, { product, value: 42_531 })).status).toBe(status);
  });

  test('200 mm of water are irrigation', async () => {
    expect((await sprayed({}, { product: 'Water', value: 2_000_000 })).status).toBe('processed');
  });

  test('one record of 42,531 L/ha among 200 is a spike, whatever it is of', async () => {
    const { marks, leftOut } = await sprayed({ 40: { value: 42_531 } });
    expect(marks).toEqual({ 'appliedRate spike': 1 });
    expect(leftOut[0]?.named).toMatchObject([{ row: 41, value: 42_531 }]);
  });

  test('a zone with a rate six times as high is none', async () => {
    const zone = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [40 + index, { value: 1_200 }]));
    expect((await sprayed(zone)).marks).toEqual({});
  });

  test('108 t/ha of seed is left out in one record, and fails as a whole', async () => {
    expect((await sown({ 10: { value: 108_000 } })).marks).toEqual({ 'seedRate beyondLimit': 1 });
    expect((await sown({}, { value: 108_000 })).status).toBe('failed');
    expect((await sown({}, { value: 2_500, crop: 'Potatoes' })).status).toBe('processed');
  });
});

describe('widths and times', () => {
  test('a width of 300 m is left out in one record, and fails as a whole', async () => {
    expect((await harvest({ 10: { width: 300 } })).marks).toEqual({ 'equipmentWidth beyondLimit': 1 });
    const whole = await harvest(Object.fromEntries(Array.from({ length: 100 }, (_, row) => [row, { width: 300 }])));
    expect([whole.status, whole.messages]).toEqual([
      'failed',
      expect.stringContaining('usual equipmentWidth is 300 m'),
    ]);
  });

  test('a record is not later than its file was received', async () => {
    const { marks, totals } = await outcome(passText({ 99: { time: '2042-10-01T15:00:00Z' } }));
    expect(marks).toEqual({ 'timestamp beyondLimit': 1 });
    expect(totals.endTime).toBe('2024-10-01T15:01:38.000Z');
    const whole = Array.from({ length: 100 }, (_, row) => [
      row,
      { time: new Date(Date.UTC(2042, 9, 1) + row * 1_000).toISOString() },
    ]);
    expect((await outcome(passText(Object.fromEntries(whole)))).codes).toEqual(['tooManyImplausible']);
  });
});

describe('positions that no machine reaches', () => {
  test('are left out one by one, at the begin, in between and at the end, and no way leads there', async () => {
    for (const row of [0, 60, 99]) {
      const { marks, set, totals } = await harvest({ [row]: { longitude: -90, latitude: 10 } });
      expect(marks, String(row)).toEqual({ 'position jump': 1 });
      const [xs = []] = [(set.processed.summary?.geometry?.coordinates ?? []).flat(2).map(([x]) => x)];
      expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(0.001);
      expect(totals.totalDistance).toEqual({ value: 198, unit: 'm' });
    }
  });

  test('of which the machine returns after some records', async () => {
    const away = Object.fromEntries([200, 201, 202].map((row) => [row, { longitude: -93.5 }]));
    expect((await harvest(away, { rows: 400 })).marks).toEqual({ 'position jump': 3 });
  });

  test('are no fault where the machine goes on working elsewhere', async () => {
    const elsewhere = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [50 + index, { longitude: -93.61 }] as const),
    );
    expect((await harvest(elsewhere)).marks).toEqual({});
  });
});

describe('moisture as a fraction', () => {
  test('is read in percent if no value of the column is above 1, with a word', async () => {
    const { totals, codes, messages } = await harvest({}, { moisture: 0.17 });
    expect(codes).toEqual(['sharesAsFractions']);
    expect(messages).toContain('harvestMoisture (up to 0.17, read as 17 %)');
    expect(totals).toMatchObject({ harvestMoisture: { avg: 17 }, totalWetMass: { value: 1.8 } });
    expect((totals.totalDryMass as { value: number }).value).toBeCloseTo(1.758, 3);
  });

  test('is decided by the whole column', async () => {
    const { totals, codes } = await harvest({ 3: { moisture: 0.4 } });
    expect(codes).toEqual([]);
    expect(totals).toMatchObject({ harvestMoisture: { min: 0.4, max: 17 } });
  });
});

test('records with next to no ground have large yields whose grain is real, those with much grain on it have not', async () => {
  expect((await harvest({ 20: { width: 0.5, value: 180 } })).marks).toEqual({});
  expect((await harvest({ 20: { width: 0.5, value: 1_800 } })).marks).toEqual({ 'wetMassPerArea beyondLimit': 1 });
});

const faults = join(import.meta.dirname, 'faults');
test.each([
  ['spike.csv', { kept: 59, leftOut: { 'wetMassPerArea beyondLimit': 1 } }],
  ['gps-jump.csv', { kept: 99, leftOut: { 'position jump': 1 } }],
  ['moisture-fraction.csv', { kept: 60 }],
])('%s', async (name, counts) => {
  expect((await outcome(readFileSync(join(faults, name), 'utf8'))).pointCounts).toMatchObject(counts);
});
