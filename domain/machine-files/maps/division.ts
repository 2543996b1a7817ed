import { classColours } from './class-colours.ts';

/** A value, and how much of a layer has it: square metres of ground or, where its points have no ground, their number. */
export interface Weighed {
  value: number;
  weight: number;
}

/** How the values of a layer are parted into classes. */
export interface Division {
  /** Ascending. Values above a bound are in the class after it, so that the lowest and the highest class are open. */
  bounds: readonly number[];
  /** The one value of each class, where there are no more values than classes. */
  values?: readonly number[] | undefined;
}

/** `usual` is that of all maps and pages; the others are those that somebody may choose. */
export type DivisionMethod = 'usual' | 'equal' | 'quantiles';

interface DivisionRequest {
  method?: DivisionMethod;
  /** How many classes; seven by default. */
  classes?: number;
  /** Of the values: rates that a machine holds are parted by their noise. */
  property?: string | undefined;
  /** Bounds are multiples of a number that is no smaller. */
  finest?: number;
}

/** Bounds of a vegetation index are whole hundredths: neighbouring colours of a picture are 0.004 to 0.008 apart, so that finer ones would say more than it knows. */
export const finestIndex = 0.01;

/** Percentiles between which equal steps lie; the few values beyond them are in the two open classes. */
const innerShares = [0.02, 0.98] as const;
/** Bounds that somebody asks for are nearer to what was asked. */
const partsOfChosenStep = 100;
/** How far bounds go from equal steps to equal ground; the first that shows the variation is taken. */
const mixes = [0, 0.25, 0.5, 0.75, 1] as const;
/** Steps between bounds have at least so many of the units that bounds are rounded to: equal ones still look equal then. */
const [partsOfEqualStep, partsOfStep] = [6, 3] as const;
/** How many units of bounds the range of most values has, at least and at most. */
const [minParts, maxParts] = [30, 200] as const;
const digits = 12;

/**
 * Parts the values of a layer into classes: the one way of all maps, pictures and legends.
 *
 * - Up to as many values as there are classes have a class each.
 * - A rate that a machine has held is one class around a round number, with classes as wide beside it.
 * - Other values have rounded, equal steps from the 2nd to the 98th percentile of the ground. Where two of these classes would hold more than twice
 *   the ground that two of equal ground do, bounds move towards equal ground until they do not, or as far as single values allow.
 *
 * @param layer ascending, each value once.
 * @returns no bounds for a layer without values.
 * @example divisionOf([{ value: 5, weight: 90 }, { value: 7, weight: 10 }]) // { bounds: [6], values: [5, 7] }
 */
export function divisionOf(layer: readonly Weighed[], request: DivisionRequest = {}): Division {
  const { method = 'usual', classes = classColours.length, property = '', finest = 0 } = request;
  const shown = layer.filter(({ weight }) => weight > 0);
  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last) return { bounds: [] };
  const ground = groundOf(shown);
  const { valueAt } = ground;
  if (method === 'equal') {
    const step = (last.value - first.value) / classes;
    const exact = inner(classes).map((index) => first.value + index * step);
    return { bounds: rounded(exact, { parts: partsOfChosenStep, finest }) };
  }
  if (method === 'quantiles') {
    const range = valueAt(innerShares[1]) - valueAt(innerShares[0]);
    return { bounds: rounded(equalGround(ground, classes), { parts: partsOfChosenStep, range, finest }) };
  }
  const isFew = shown.length <= classes;
  if (!(isFew && isExact(property))) {
    const held = isRate.test(property) ? heldBounds(ground, classes) : undefined;
    if (held) return { bounds: held };
  }
  if (isFew) {
    const values = shown.map(({ value }) => value);
    return { bounds: values.slice(1).map((value, index) => precise((value + (values[index] ?? value)) / 2)), values };
  }
  return { bounds: usualBounds(ground, classes, finest) };
}

const isRate = /^(applied|seed)Rate(Target)?$/;
/** Targets are set, not measured: each is a class of its own. */
const isExact = (property: string) => property.endsWith('Target');

/** Equal steps, or as near to them as shows the variation. */
function usualBounds(ground: Ground, classes: number, finest: number): number[] {
  const [low, high] = innerShares.map(ground.valueAt) as [number, number];
  const range = high - low;
  if (!(range > 0)) return [low];
  const equal = equalGround(ground, classes);
  const candidates = mixes.map((mix) => {
    const exact = equal.map((bound, index) => {
      const step = low + (index * range) / Math.max(1, classes - 2);
      return step + mix * (bound - step);
    });
    const bounds = rounded(exact, { parts: mix === 0 ? partsOfEqualStep : partsOfStep, range, finest });
    return { bounds, most: ground.largestTwo(bounds) };
  });
  const least = Math.min(...candidates.map(({ most }) => most));
  return candidates.find(({ most }) => most <= Math.max(least, maxOfTwo(classes)))?.bounds ?? [];
}

/** Twice what two classes of equal ground hold, or of few classes half-way to all of it. */
const maxOfTwo = (classes: number) => Math.min(4 / classes, (1 + 2 / classes) / 2);

const inner = (classes: number) => Array.from({ length: classes - 1 }, (_, index) => index + 1);

const equalGround = (ground: Ground, classes: number) => inner(classes).map((index) => ground.valueAt(index / classes));

/** Rates are not measured better than to this share: a class of a rate that was held is as wide, or a little wider. */
const noiseShare = 0.01;

/**
 * The bounds of a rate that varies by less than all closed classes together, if these are as wide as its noise: one class holds a rate that varies by
 * 0.4 % to either side, whatever the rate is. Undefined for other rates.
 */
function heldBounds(ground: Ground, classes: number): number[] | undefined {
  const [low, median, high] = [innerShares[0], 0.5, innerShares[1]].map(ground.valueAt) as [number, number, number];
  const step = roundUp(Math.abs(median) * noiseShare);
  if (!(step > 0) || high - low >= step * Math.max(1, classes - 2)) return undefined;
  // The roundest middle whose class holds the rate, or else the nearest one.
  const middles = [1, 2, 5, 10].map((parts) => Math.round((median * parts) / step) * (step / parts));
  const holds = (middle: number) => low >= middle - step / 2 && high <= middle + step / 2;
  const middle = middles.find(holds) ?? middles[0] ?? median;
  return inner(classes).map((_, index) => precise(middle + (index - (classes - 2) / 2) * step));
}

type Ground = ReturnType<typeof groundOf>;

/** What is asked of the values of a layer. @param shown not empty. */
function groundOf(shown: readonly Weighed[]) {
  const total = shown.reduce((sum, { weight }) => sum + weight, 0);
  let below = 0;
  const upTo = shown.map(({ weight }) => {
    below += weight;
    return below / total;
  });
  return {
    /** The value that a share of the ground does not exceed. */
    valueAt(share: number): number {
      const index = upTo.findIndex((sum) => sum >= share * (1 - 1e-9));
      return (shown[index] ?? shown.at(-1))?.value ?? 0;
    },
    /** The share of the two largest classes. */
    largestTwo(bounds: readonly number[]): number {
      const grounds = new Float64Array(bounds.length + 1);
      for (const { value, weight } of shown) {
        const number = classAt(value, bounds);
        grounds[number] = (grounds[number] ?? 0) + weight / total;
      }
      const [one = 0, other = 0] = grounds.toSorted().reverse();
      return one + other;
    },
  };
}

/** The number of a value's class. @example classAt(2_500, [2_100, 3_000]) // 1 */
export function classAt(value: number, bounds: readonly number[]): number {
  let index = 0;
  while (index < bounds.length && value > (bounds[index] ?? 0)) index++;
  return index;
}

/**
 * Ascending bounds, each once, as multiples of a round unit.
 *
 * @param parts how many units the smallest step has at least.
 * @param range of most values, which decides the smallest unit.
 */
function rounded(
  exact: readonly number[],
  { parts, range = 0, finest }: { parts: number; range?: number; finest: number },
): number[] {
  const different = [...new Set(exact)].sort((one, other) => one - other);
  const steps = different.slice(1).map((bound, index) => bound - (different[index] ?? 0));
  const wanted = Math.min(...steps) / parts;
  const size = range > 0 ? Math.min(Math.max(wanted, range / maxParts), range / minParts) : wanted;
  if (!(size > 0) || !Number.isFinite(size)) return different.map(precise);
  const unit = Math.max(finest, roundDown(size));
  return [...new Set(different.map((bound) => precise(Math.round(bound / unit) * unit)))];
}

const precise = (value: number) => Number(value.toPrecision(digits));

/** The largest 1, 2 or 5 times a power of ten up to a positive number. */
export function roundDown(max: number): number {
  const power = 10 ** Math.floor(Math.log10(max));
  return power * ([5, 2].find((times) => times * power <= max) ?? 1);
}

/** The smallest 1, 2 or 5 times a power of ten from a positive number on. */
export function roundUp(min: number): number {
  const power = 10 ** Math.floor(Math.log10(min));
  return power * ([1, 2, 5].find((times) => times * power >= min * (1 - 1e-9)) ?? 10);
}
