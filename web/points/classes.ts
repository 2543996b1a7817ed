import { coloursOf } from '../../domain/machine-files/maps/class-colours.ts';
import { classBounds, classTexts, innerShares } from '../../domain/machine-files/maps/map-classes.ts';
import type { PointSet } from './point-set.ts';

/** Ways to divide the values of a layer into classes. */
export const methods = ['percentiles', 'equal', 'quantiles', 'fixed'] as const;
export type Method = (typeof methods)[number];

/** How the legend divides a layer. */
export interface ClassPlan {
  method: Method;
  /** From 2 to `maxClassCount`. */
  count: number;
  /** Bounds that were typed, ascending; of `fixed` only. */
  breaks?: readonly number[];
}

export const [minClassCount, maxClassCount] = [2, 9];
export const firstPlan: ClassPlan = { method: 'percentiles', count: 7 };

/** One class of a layer, from the lowest values to the highest. */
export interface LayerClass {
  /** Hexadecimal, without `#`. */
  colour: string;
  text: string;
  /** Values above this one, absent in the first class. */
  above?: number;
  /** Values up to this one, absent in the last class. */
  upTo?: number;
  /** Points that are shown. */
  count: number;
  /** Square metres, absent where points have none. */
  squareMetres?: number;
}

/** The most frequent categories have a colour of their own: those of Okabe and Ito (2008), which colour-blind people distinguish. The rest share a grey. */
export const categoryColours = ['0072B2', 'E69F00', '009E73', 'CC79A7', '56B4E9', 'D55E00', 'F0E442'] as const;
const restColour = '767676';

/**
 * The bounds between classes: values above a bound are in the class after it, so that the lowest and the highest class are open.
 *
 * @param quantiles values that shares of the points do not exceed, in steps of a thousandth.
 * @returns ascending numbers, one less than there are classes; fewer where values are alike.
 * @example boundsOf({ method: 'percentiles', count: 7 }, quantiles) // [2100, 3000, 3900, 4700, 5600, 6500]
 */
export function boundsOf({ method, count, breaks = [] }: ClassPlan, quantiles: Float32Array): number[] {
  if (method === 'fixed') return ascending(breaks);
  const at = (share: number) => quantiles[Math.round(share * (quantiles.length - 1))] ?? 0;
  if (quantiles.length === 0) return [];
  if (method === 'percentiles') {
    const [low, high] = innerShares;
    return classBounds(at(low), at(high), Math.max(3, count));
  }
  const inner = Array.from({ length: count - 1 }, (_, index) => (index + 1) / count);
  const [min, max] = [at(0), at(1)];
  const exact = method === 'quantiles' ? inner.map(at) : inner.map((share) => min + share * (max - min));
  const range = method === 'quantiles' ? at(innerShares[1]) - at(innerShares[0]) : max - min;
  return ascending(exact.map((bound) => rounded(bound, range / count)));
}

/** Bounds move by a two-hundredth of a class at most, so that equal intervals look equal. */
const partsOfClass = 100;

function rounded(value: number, width: number): number {
  if (!(width > 0)) return Number(value.toPrecision(6));
  const step = 10 ** Math.floor(Math.log10(width / partsOfClass));
  const unit = step * ([5, 2].find((times) => times * step <= width / partsOfClass) ?? 1);
  return Number((Math.round(value / unit) * unit).toPrecision(12));
}

const ascending = (numbers: readonly number[]) => [...new Set(numbers)].sort((one, other) => one - other);

/** Numbers that somebody typed, separated by semicolons or spaces, with commas as in `6,500`; undefined if one of them is none. */
export function typedBreaks(text: string): number[] | undefined {
  const parts = text.split(/[;\s]+/).filter((part) => part !== '');
  const numbers = parts.map((part) => Number(part.replaceAll(',', '')));
  const isGood = parts.length > 0 && parts.length < maxClassCount && numbers.every((number) => Number.isFinite(number));
  return isGood ? ascending(numbers) : undefined;
}

/** The bounds of a layer of texts: each of the most frequent is a class, and the others are one. */
export const categoryBounds = (categories: readonly string[]): number[] =>
  Array.from({ length: Math.min(categories.length - 1, categoryColours.length) }, (_, index) => index + 0.5);

type Counted = Pick<PointSet, 'values' | 'count' | 'about'>;

/** The classes of a layer with the points and the ground of each. */
export function classesOf(set: Counted, bounds: readonly number[], showHidden: boolean): LayerClass[] {
  const counted = countClasses(set, bounds, showHidden);
  const { categories } = set.about;
  const texts = categories ? categoryTexts(categories, bounds.length + 1) : rangeTexts(bounds);
  const colours = coloursOfSet(set, bounds);
  return counted.map(({ count, squareMetres }, index) => ({
    colour: colours[index] ?? restColour,
    text: texts[index] ?? '',
    ...(index > 0 && { above: bounds[index - 1] ?? 0 }),
    ...(index < bounds.length && { upTo: bounds[index] ?? 0 }),
    count,
    ...(squareMetres !== undefined && { squareMetres }),
  }));
}

/** The colours of a layer's classes, from the lowest values to the highest. */
export function coloursOfSet({ about }: Pick<PointSet, 'about'>, bounds: readonly number[]): string[] {
  const classes = bounds.length + 1;
  return about.categories ? [...categoryColours, restColour].slice(0, classes) : coloursAlong(classes);
}

function categoryTexts(categories: readonly string[], classes: number): string[] {
  const named = categories.slice(0, classes);
  const others = categories.length - classes;
  return others > 0 ? [...named.slice(0, -1), `${others + 1} others`] : named;
}

/** Ranges with open ends, such as `up to 2,100`, `2,100 – 3,000` and `> 6,500`. */
function rangeTexts(bounds: readonly number[]): string[] {
  if (bounds.length === 0) return ['all values'];
  return classTexts(
    Array.from({ length: bounds.length + 1 }, (_, index) => ({
      min: bounds[index - 1] ?? bounds[0] ?? 0,
      max: bounds[index] ?? bounds.at(-1) ?? 0,
      count: 0,
      ...(index === 0 && { open: 'below' as const }),
      ...(index === bounds.length && { open: 'above' as const }),
    })),
  );
}

/** Colours of a number of classes: those of the API's maps, or steps between them for more than it has. */
function coloursAlong(classes: number): string[] {
  const few = coloursOf(Math.min(classes, 7));
  if (classes <= 7) return few;
  const channels = few.map((code) => [0, 2, 4].map((at) => Number.parseInt(code.slice(at, at + 2), 16)));
  return Array.from({ length: classes }, (_, index) => {
    const place = (index / (classes - 1)) * (few.length - 1);
    const [below = [], above = []] = [channels[Math.floor(place)], channels[Math.ceil(place)]];
    const mixed = below.map((one, channel) => one + (place % 1) * ((above[channel] ?? one) - one));
    return mixed
      .map((one) => Math.round(one).toString(16).padStart(2, '0'))
      .join('')
      .toUpperCase();
  });
}

/** Points and ground of each class. A layer that is thinned stands for all points, so that its ground is scaled to theirs. */
function countClasses({ values, count, about }: Counted, bounds: readonly number[], showHidden: boolean) {
  const { points, squareMetres } = showHidden ? values.all : values.shown;
  const [counts, grounds] = [new Float64Array(bounds.length + 1), new Float64Array(bounds.length + 1)];
  const each = about.ground.wide * about.ground.long;
  for (let row = 0; row < values.value.length; row++) {
    const own = classAt(values.value[row] ?? 0, bounds);
    const some = points[row] ?? 0;
    counts[own] = (counts[own] ?? 0) + some;
    grounds[own] = (grounds[own] ?? 0) + (squareMetres ? (squareMetres[row] ?? 0) : some * each);
  }
  const scale = count > 0 ? about.points / count : 1;
  return Array.from(counts, (number, index) => ({
    count: number,
    squareMetres: about.of === 'samples' || (!squareMetres && each === 0) ? undefined : (grounds[index] ?? 0) * scale,
  }));
}

/** The number of a value's class. @example classAt(2_500, [2_100, 3_000]) // 1 */
export function classAt(value: number, bounds: readonly number[]): number {
  let index = 0;
  while (index < bounds.length && value > (bounds[index] ?? 0)) index++;
  return index;
}
