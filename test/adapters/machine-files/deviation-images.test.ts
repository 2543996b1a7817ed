import { expect, onTestFinished, test } from 'vitest';
import { drawImages } from '../../../adapters/machine-files/images/draw-images.ts';
import { openWorkDatabase } from '../../../adapters/machine-files/work-database.ts';
import type { PointImage } from '../../../domain/machine-files/image.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** A strip of sprayed ground, 10 m wide and a point each 5 m: value and target of each point by its number. */
async function drawnStrip(points: number, rate: string, target: string, targetUnit = 'L/ha') {
  const work = await openWorkDatabase(temporaryFolder('deviations'), 1_000_000);
  onTestFinished(() => work.close());
  await work.run(`create table presented as select i as "row", 10.0 as lon, 50.0 + i * 5 / 111230 as lat,
    0.0 as heading, 5.0 as distance, 10.0 as equipmentWidth, 0.005 as area,
    (${rate})::double as appliedRate, (${target})::double as appliedRateTarget, null::varchar as dropped, null::varchar as leftOut
    from range(${points}) as r(i)`);
  const units = { heading: 'arcdeg', distance: 'm', equipmentWidth: 'm', area: 'ha' };
  const images: Record<string, Uint8Array> = {};
  const sink = { image: async (name: string, content: Uint8Array) => void Object.assign(images, { [name]: content }) };
  const drawing = { properties: ['appliedRate', 'appliedRateTarget'] as const, withDeviations: true };
  const rates = { appliedRate: 'L/ha', appliedRateTarget: targetUnit };
  const drawn = await drawImages({ ...drawing, units: { ...units, ...rates } }, sink, work);
  return { images, drawn: drawn.filter(({ deviation }) => deviation) };
}

const countsOf = ({ classes }: PointImage) => classes.map(({ count }) => count);

test('the deviation of each point is in percent of its target and in the unit of the rate', async () => {
  // Tenths of the target of 200 L/ha: 80 points on target, 10 at +10 %, 10 at -50 %.
  const rate = 'case when i < 80 then 200 when i < 90 then 220 else 100 end';
  const { drawn, images } = await drawnStrip(100, rate, '200');
  const [percent, absolute] = drawn as [PointImage, PointImage];
  expect([percent.deviation, percent.unit, absolute.deviation, absolute.unit]).toEqual([
    'percent',
    'percentage',
    'absolute',
    'L/ha',
  ]);
  expect(percent.withoutTarget).toBeUndefined();
  expect(countsOf(percent).reduce((sum, count) => sum + count)).toBe(100);
  expect([percent.classes[0], percent.classes[3]]).toMatchObject([
    { min: -50, count: 10, open: 'below', area: { value: 0.05, unit: 'ha' } },
    { count: 80, area: { value: 0.4, unit: 'ha' } },
  ]);
  expect(absolute.classes[0]).toMatchObject({ min: -100, count: 10 });
  expect(Object.keys(images).filter((name) => name.includes('percent'))).toEqual([
    'appliedRate.deviation.percent.png',
    'appliedRate.deviation.percent.png.aux.xml',
    'appliedRate.deviation.percent.map.png',
  ]);
});

test('points without a target are counted and have a colour of their own; a target of 0 is none in percent', async () => {
  const target = 'case when i < 60 then 200 when i < 75 then 0 else null end';
  const { drawn } = await drawnStrip(100, '200', target);
  const [percent, absolute] = drawn as [PointImage, PointImage];
  expect(percent.withoutTarget).toEqual({ count: 40, area: { value: 0.2, unit: 'ha' } });
  expect(countsOf(percent)).toEqual([0, 0, 0, 60, 0, 0, 0]);
  expect(absolute.withoutTarget).toEqual({ count: 25, area: { value: 0.13, unit: 'ha' } });
  // 200 L/ha where nothing was to be applied.
  expect(absolute.classes.at(-1)?.max).toBeGreaterThanOrEqual(200);
});

test('a target in another unit of the same dimension is converted', async () => {
  // 200 L/ha are 21.38 gal/ac.
  const { drawn } = await drawnStrip(20, '200', '200 / 9.353956', 'gal/ac');
  expect(drawn.map(countsOf)).toEqual([
    [0, 0, 0, 20, 0, 0, 0],
    [0, 0, 0, 20, 0, 0, 0],
  ]);
});

test.each([['null'], ['0']])('without any target above 0 there is no image of deviations: %s', async (target) => {
  expect((await drawnStrip(20, '200', target)).drawn).toEqual([]);
});
