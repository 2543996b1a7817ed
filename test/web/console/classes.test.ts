import { describe, expect, test } from 'vitest';
import {
  boundsOf,
  categoryBounds,
  classAt,
  classesOf,
  coloursOfSet,
  typedBreaks,
} from '../../../web/points/classes.ts';
import { pointSet } from './point-sets.ts';

const evenly = Array.from({ length: 10_001 }, (_, index) => index);
const quantiles = pointSet({ values: evenly }).quantiles.shown;

describe('classes of a layer', () => {
  test('go from the 2nd to the 98th percentile in rounded steps, so that a few wrong values move none of them', () => {
    const plan = { method: 'percentiles', count: 7 } as const;
    const bounds = boundsOf(plan, quantiles);
    expect(bounds).toEqual([200, 2_200, 4_000, 6_000, 7_800, 9_800]);
    const values = [...evenly.slice(0, -3), 1e6, 1e6, 1e6];
    expect(boundsOf(plan, pointSet({ values }).quantiles.shown)).toEqual(bounds);
  });

  test('are equally wide, or have equally many points', () => {
    expect(boundsOf({ method: 'equal', count: 4 }, quantiles)).toEqual([2_500, 5_000, 7_500]);
    const squares = evenly.map((value) => value ** 2);
    const bounds = boundsOf({ method: 'quantiles', count: 4 }, pointSet({ values: squares }).quantiles.shown);
    const classes = classesOf(pointSet({ values: squares }), bounds, false);
    for (const { count } of classes) expect(count / 10_001).toBeCloseTo(0.25, 1);
  });

  test('have breaks that somebody typed, in any order', () => {
    expect(typedBreaks('6,500; 2100 4,000')).toEqual([2_100, 4_000, 6_500]);
    expect(['', ';', 'many', '1;2;3;4;5;6;7;8;9'].map(typedBreaks)).toEqual(Array(4).fill(undefined));
    expect(boundsOf({ method: 'fixed', count: 3, breaks: [9, 5] }, quantiles)).toEqual([5, 9]);
  });

  test('have open ends, the ground of their points, and hidden points only when these are shown', () => {
    const set = pointSet({ values: [1, 2, 3, 5, 9], states: [0, 0, 0, 1, 0], areas: [10, 20, 30, 40, 50] });
    const classes = classesOf(set, [2, 4], false);
    expect(classes.map(({ text, count, squareMetres }) => [text, count, squareMetres])).toEqual([
      ['up to 2', 2, 30],
      ['2 – 4', 1, 30],
      ['> 4', 1, 50],
    ]);
    expect(classesOf(set, [2, 4], true).map(({ squareMetres }) => squareMetres)).toEqual([30, 30, 90]);
  });

  test('of a thinned layer stand for the ground of all points', () => {
    const set = pointSet({ values: [1, 2], areas: [10, 10], points: 10 });
    expect(classesOf(set, [1], false).map(({ squareMetres }) => squareMetres)).toEqual([50, 50]);
  });

  test('of texts are the most frequent ones, and the others together', () => {
    const categories = Array.from({ length: 10 }, (_, index) => `variety ${index}`);
    const set = pointSet({ values: [0, 0, 1, 8, 9], categories });
    const classes = classesOf(set, categoryBounds(categories), false);
    expect(classes).toHaveLength(8);
    expect(classes.map(({ text, count }) => [text, count])).toContainEqual(['3 others', 2]);
    expect(classes[0]).toMatchObject({ text: 'variety 0', count: 2 });
    expect(categoryBounds(['one'])).toEqual([]);
  });

  test('of a layer without points, or with one value, are none or one', () => {
    expect(boundsOf({ method: 'percentiles', count: 7 }, new Float32Array(0))).toEqual([]);
    expect(classesOf(pointSet({ values: [7, 7] }), [7], false).map(({ count }) => count)).toEqual([2, 0]);
  });

  test('have colours that go on steadily for any number of classes', () => {
    for (let count = 2; count <= 9; count++) {
      const bounds = Array.from({ length: count - 1 }, (_, index) => index);
      const colours = coloursOfSet(pointSet({ values: [] }), bounds);
      expect(new Set(colours).size).toBe(count);
      const luminances = colours.map(luminance);
      expect(luminances).toEqual([...luminances].sort((a, b) => a - b));
    }
  });

  test('include their upper bound', () => {
    expect([1, 2, 2.1].map((value) => classAt(value, [1, 2]))).toEqual([0, 1, 2]);
  });
});

function luminance(code: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map(
    (at) => (Number.parseInt(code.slice(at, at + 2), 16) / 255) ** 2.2,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
