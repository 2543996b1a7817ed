import { describe, expect, test } from 'vitest';
import { classAt } from '../../../domain/machine-files/maps/division.ts';
import {
  classesOf,
  coloursOfSet,
  divisionFor,
  firstPlan,
  singlePrecision,
  typedBreaks,
} from '../../../web/points/classes.ts';
import { pointSet } from './point-sets.ts';

const evenly = Array.from({ length: 10_001 }, (_, index) => index);

describe('classes of a layer', () => {
  test('are those that come with it, so that they are the ones of its images', () => {
    const division = { bounds: [1_234, 5_678] };
    const set = pointSet({ values: evenly });
    const given = { ...set, about: { ...set.about, division } };
    expect(divisionFor(firstPlan, given)).toBe(division);
    expect(divisionFor({ method: 'usual', count: 5 }, given)).not.toEqual(division);
  });

  test('are made in the same way where none come with it, of the shown points by their ground', () => {
    const bounds = [200, 2_200, 4_000, 6_000, 7_800, 9_800];
    expect(divisionFor(firstPlan, pointSet({ values: evenly })).bounds).toEqual(bounds);
    const [hidden, none] = [evenly.map(() => 1), evenly.map(() => 0)];
    const values = [...evenly, ...evenly.map((value) => value + 20_000)];
    expect(divisionFor(firstPlan, pointSet({ values, states: [...none, ...hidden] })).bounds).toEqual(bounds);
    const areas = [...evenly.map(() => 3), ...none];
    expect(divisionFor(firstPlan, pointSet({ values, areas })).bounds).toEqual(bounds);
  });

  test('have breaks that somebody typed, in any order', () => {
    expect(typedBreaks('6,500; 2100 4,000')).toEqual([2_100, 4_000, 6_500]);
    expect(['', ';', 'many', '1;2;3;4;5;6;7;8;9'].map(typedBreaks)).toEqual(Array(4).fill(undefined));
    const fixed = { method: 'fixed', count: 3, breaks: [9, 5] } as const;
    expect(divisionFor(fixed, pointSet({ values: evenly }))).toEqual({ bounds: [5, 9] });
  });

  test('have open ends, the ground of their points, and hidden points only when these are shown', () => {
    const set = pointSet({ values: [1, 2, 3, 5, 9], states: [0, 0, 0, 1, 0], areas: [10, 20, 30, 40, 50] });
    const classes = classesOf(set, { bounds: [2, 4] }, false);
    expect(classes.map(({ text, count, squareMetres }) => [text, count, squareMetres])).toEqual([
      ['up to 2', 2, 30],
      ['2 – 4', 1, 30],
      ['> 4', 1, 50],
    ]);
    expect(classesOf(set, { bounds: [2, 4] }, true).map(({ squareMetres }) => squareMetres)).toEqual([30, 30, 90]);
  });

  test('of a thinned layer stand for the ground of all points', () => {
    const set = pointSet({ values: [1, 2], areas: [10, 10], points: 10 });
    expect(classesOf(set, { bounds: [1] }, false).map(({ squareMetres }) => squareMetres)).toEqual([50, 50]);
  });

  test('of texts are the most frequent ones, and the others together', () => {
    const categories = Array.from({ length: 10 }, (_, index) => `variety ${index}`);
    const set = pointSet({ values: [0, 0, 1, 8, 9], categories });
    const classes = classesOf(set, divisionFor(firstPlan, set), false);
    expect(classes).toHaveLength(8);
    expect(classes.map(({ text, count }) => [text, count])).toContainEqual(['3 others', 2]);
    expect(classes[0]).toMatchObject({ text: 'variety 0', count: 2 });
    expect(divisionFor(firstPlan, pointSet({ values: [0], categories: ['one'] }))).toEqual({ bounds: [] });
  });

  test('of a layer without points, or with one value, are none or one', () => {
    expect(divisionFor(firstPlan, pointSet({ values: [] }))).toEqual({ bounds: [] });
    const set = pointSet({ values: [7, 7] });
    expect(classesOf(set, divisionFor(firstPlan, set), false)).toMatchObject([{ text: '7', value: 7, count: 2 }]);
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
    expect(classAt(Math.fround(0.1), singlePrecision([0.1]))).toBe(0);
  });
});

function luminance(code: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map(
    (at) => (Number.parseInt(code.slice(at, at + 2), 16) / 255) ** 2.2,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
