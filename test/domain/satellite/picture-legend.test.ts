import { expect, test } from 'vitest';
import { fittedOutline, outlineOf } from '../../../domain/satellite/pictures/outline.ts';
import { classesLegend, indexLegend } from '../../../domain/satellite/pictures/picture-legend.ts';

/** Numbers 1 to 101 stand for 0.00 to 1.00. */
const meaning = (number: number) => (number - 1) / 100;

test('a legend of an index has rounded classes from the 2nd to the 98th percentile, open ends and their areas', () => {
  const counts = new Array<number>(256).fill(0);
  counts[0] = 5_000;
  counts[1] = 1;
  for (let number = 41; number <= 91; number++) counts[number] = 20;
  const legend = indexLegend(counts, meaning, 100);
  const texts = ['> 0.89', '0.79 – 0.89', '0.69 – 0.79', '0.60 – 0.69', '0.50 – 0.60', '0.40 – 0.50', 'up to 0.40'];
  expect(legend.map(({ text }) => text)).toEqual(texts);
  expect(legend.reduce((sum, { hectares }) => sum + hectares, 0)).toBeCloseTo(10.21, 6);
  for (const { number } of legend) expect(counts[number]).toBeGreaterThan(0);
  expect(legend.map(({ number }) => number)).toEqual(legend.map(({ number }) => number).toSorted((a, b) => b - a));
});

test('a picture without pixels has no legend, one of a single value one line', () => {
  expect(indexLegend([9, 0, 0], meaning, 100)).toEqual([]);
  const alone = indexLegend(Object.assign(new Array<number>(256).fill(0), { 51: 7 }), meaning, 100);
  expect(alone).toMatchObject([{ number: 51, hectares: 0.07 }]);
});

test('a legend of scene classes names those that are shown', () => {
  expect(classesLegend([9, 0, 0, 4, 200, 0, 0, 0, 0, 1], 50)).toEqual([
    { number: 3, text: 'Cloud shadow', hectares: 0.02 },
    { number: 4, text: 'Vegetation', hectares: 1 },
    { number: 9, text: 'Cloud, high probability', hectares: 0.005 },
  ]);
});

test('an outline is in pixels of its picture, over the antimeridian too', () => {
  const square = [
    [179.9, 0],
    [-179.9, 0],
    [-179.9, 0.2],
    [179.9, 0.2],
    [179.9, 0],
  ] as [number, number][];
  const field = { type: 'MultiPolygon' as const, coordinates: [[square]] };
  const [ring = []] = outlineOf(field, [179.9, 0, 180.1, 0.2], { width: 100, height: 100 });
  const near = (position: readonly number[] | undefined) => position?.map((value) => Math.round(value));
  expect(ring.map(near)).toEqual([
    [0, 100],
    [100, 100],
    [100, 0],
    [0, 0],
    [0, 100],
  ]);
  const [fitted = []] = fittedOutline(field, 50);
  expect(near(fitted[2])).toEqual([50, 0]);
});
