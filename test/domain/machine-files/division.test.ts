import { describe, expect, test } from 'vitest';
import { classAt, type Division, divisionOf, type Weighed } from '../../../domain/machine-files/maps/division.ts';

/** As many values between two, each with the ground that a function of its place from -1 to 1 says. */
function spread(low: number, high: number, weight: (place: number) => number = () => 1, count = 1_001): Weighed[] {
  return Array.from({ length: count }, (_, index) => ({
    value: low + ((high - low) * index) / (count - 1),
    weight: weight((2 * index) / (count - 1) - 1),
  }));
}

const bell = (sharpness: number) => (place: number) => Math.exp(-((place * sharpness) ** 2) / 2);

/** The shares of the classes, the largest first. */
function sharesOf(layer: readonly Weighed[], { bounds }: Division): number[] {
  const shares = Array.from({ length: bounds.length + 1 }, () => 0);
  const total = layer.reduce((sum, { weight }) => sum + weight, 0);
  for (const { value, weight } of layer)
    shares[classAt(value, bounds)] = (shares[classAt(value, bounds)] ?? 0) + weight / total;
  return shares.toSorted((one, other) => other - one);
}

describe('classes of a layer', () => {
  test('are rounded, equal steps from the 2nd to the 98th percentile where these show the variation', () => {
    expect(divisionOf(spread(2_040, 6_560)).bounds).toEqual([2_100, 3_000, 3_900, 4_700, 5_600, 6_500]);
    expect(divisionOf(spread(-32.2, 30.2)).bounds).toEqual([-31, -19, -7, 5, 17, 29]);
    expect(divisionOf(spread(0.107, 0.193)).bounds).toEqual([0.108, 0.126, 0.142, 0.158, 0.174, 0.192]);
  });

  test.each([
    ['a bell', bell(3)],
    ['a narrow peak with long tails', (place: number) => bell(30)(place) + 0.02],
    ['a peak at one side', (place: number) => Math.exp(-8 * (place + 1))],
    ['a yield map of two levels', (place: number) => bell(25)(place - 0.1) + bell(25)(place + 0.3) + 0.01],
  ])('never put most ground into two of seven: %s', (_, weight) => {
    const layer = spread(31, 124, weight);
    const division = divisionOf(layer);
    const [one = 0, other = 0] = sharesOf(layer, division);
    expect(division.bounds).toHaveLength(6);
    expect(one + other).toBeLessThan(0.65);
    for (const bound of division.bounds) expect(String(bound).length).toBeLessThan(6);
  });

  test('are not moved by a few wrong values', () => {
    const layer = spread(2_040, 6_560);
    expect(divisionOf([...layer, { value: 1e6, weight: 0.5 }])).toEqual(divisionOf(layer));
  });

  test('are one for each of up to seven values', () => {
    const layer = [4, 5, 7].map((value) => ({ value, weight: 9 }));
    expect(divisionOf(layer)).toEqual({ bounds: [4.5, 6], values: [4, 5, 7] });
    expect(divisionOf([{ value: 5, weight: 1 }])).toEqual({ bounds: [], values: [5] });
  });

  test('have no bounds without values, and one where nearly all ground has one value', () => {
    expect(divisionOf([])).toEqual({ bounds: [] });
    expect(divisionOf([{ value: 5, weight: 0 }])).toEqual({ bounds: [] });
    const layer = spread(0, 10, (place) => (place === 0 ? 1e9 : 1));
    expect(divisionOf(layer)).toEqual({ bounds: [5] });
  });

  test('of an index have bounds of whole hundredths', () => {
    const { bounds } = divisionOf(spread(0.81, 0.86), { finest: 0.01 });
    for (const bound of bounds) expect(bound).toBeCloseTo(Math.round(bound * 100) / 100, 12);
  });

  test('are of any number, and of the ways that somebody chooses', () => {
    const layer = spread(0, 10_000, (place) => (place < 0 ? 3 : 1));
    expect(divisionOf(layer, { method: 'equal', classes: 4 }).bounds).toEqual([2_500, 5_000, 7_500]);
    const quantiles = divisionOf(layer, { method: 'quantiles', classes: 4 });
    for (const share of sharesOf(layer, quantiles)) expect(share).toBeCloseTo(0.25, 1);
    for (const classes of [3, 5, 9]) {
      const division = divisionOf(layer, { classes });
      expect(division.bounds).toHaveLength(classes - 1);
      const [one = 0, other = 0] = sharesOf(layer, division);
      expect(one + other).toBeLessThan(0.85);
    }
  });
});

describe('a rate that was held', () => {
  test.each([10, 12.5, 99, 125, 140, 187.3, 251.5, 34_000, 79_000])(
    'of %s, within 0.4 %% to either side, is one class',
    (rate) => {
      const layer = spread(rate * 0.996, rate * 1.004);
      const property = rate > 1_000 ? 'seedRate' : 'appliedRate';
      const division = divisionOf(layer, { property });
      expect(sharesOf(layer, division)[0]).toBeGreaterThan(0.99);
      expect(division.bounds).toHaveLength(6);
      for (const bound of division.bounds) expect(String(bound).length).toBeLessThan(7);
    },
  );

  test('is around a round number', () => {
    const { bounds } = divisionOf(spread(9.95, 10.01), { property: 'appliedRate' });
    expect(bounds).toEqual([9.75, 9.85, 9.95, 10.05, 10.15, 10.25]);
    const seeds = divisionOf(spread(33_800, 34_199), { property: 'seedRate' });
    expect(seeds.bounds).toEqual([32_750, 33_250, 33_750, 34_250, 34_750, 35_250]);
    expect(
      divisionOf(
        [
          { value: 9.98, weight: 1 },
          { value: 10.01, weight: 1 },
        ],
        { property: 'appliedRate' },
      ),
    ).toEqual({ bounds });
  });

  test('is none where it varies, of targets that are set, and of what is no rate', () => {
    const varied = spread(80, 220);
    expect(divisionOf(varied, { property: 'appliedRate' })).toEqual(divisionOf(varied));
    const even = spread(994, 995);
    expect(divisionOf(even, { property: 'elevation' })).toEqual(divisionOf(even));
    const targets = [100, 100.5].map((value) => ({ value, weight: 1 }));
    expect(divisionOf(targets, { property: 'appliedRateTarget' })).toEqual({ bounds: [100.25], values: [100, 100.5] });
    expect(divisionOf(spread(0, 0), { property: 'appliedRate' }).bounds.length).toBeLessThan(2);
  });
});
