import { classColours, coloursOf } from '../../domain/machine-files/maps/class-colours.ts';
import { classAt, type Division, divisionOf, finestIndex } from '../../domain/machine-files/maps/division.ts';
import { divisionTexts } from '../../domain/machine-files/maps/map-classes.ts';
import type { PointSet } from './point-set.ts';

/** Ways to divide the values of a layer into classes: that of all maps of it, and those that somebody may choose. */
export const methods = ['usual', 'equal', 'quantiles', 'fixed'] as const;
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
export const firstPlan: ClassPlan = { method: 'usual', count: classColours.length };

/** One class of a layer, from the lowest values to the highest. */
export interface LayerClass {
  /** Hexadecimal, without `#`. */
  colour: string;
  text: string;
  /** The one value of the class. */
  value?: number;
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
 * The classes of a layer by a plan. Those of the first plan come with the layer, so that they are the ones of all its maps.
 *
 * @example divisionFor({ method: 'usual', count: 7 }, set) // { bounds: [2100, 3000, 3900, 4700, 5600, 6500] }
 */
export function divisionFor({ method, count, breaks = [] }: ClassPlan, { about, values }: Counted): Division {
  const { categories, division, property, of } = about;
  if (categories) return { bounds: categoryBounds(categories) };
  if (method === 'fixed') return { bounds: ascending(breaks) };
  if (method === 'usual' && count === firstPlan.count && division) return division;
  const { points, squareMetres } = values.shown;
  const layer = Array.from(values.value, (value, row) => ({ value, weight: (squareMetres ?? points)[row] ?? 0 }));
  return divisionOf(layer, { method, classes: count, property, ...(of === 'pixels' && { finest: finestIndex }) });
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
const categoryBounds = (categories: readonly string[]): number[] =>
  Array.from({ length: Math.min(categories.length - 1, categoryColours.length) }, (_, index) => index + 0.5);

type Counted = Pick<PointSet, 'values' | 'count' | 'about'>;

/** The classes of a layer with the points and the ground of each. */
export function classesOf(set: Counted, division: Division, showHidden: boolean): LayerClass[] {
  const { bounds, values } = division;
  const counted = countClasses(set, bounds, showHidden);
  const { categories } = set.about;
  const texts = categories ? categoryTexts(categories, bounds.length + 1) : divisionTexts(division);
  const colours = coloursOfSet(set, bounds);
  return counted.map(({ count, squareMetres }, index) => ({
    colour: colours[index] ?? restColour,
    text: texts[index] ?? '',
    ...(values && { value: values[index] ?? 0 }),
    ...(index > 0 && { above: bounds[index - 1] ?? 0 }),
    ...(index < bounds.length && { upTo: bounds[index] ?? 0 }),
    count,
    ...(squareMetres !== undefined && { squareMetres }),
  }));
}

/** The colours of a layer's classes, from the lowest values to the highest. */
export function coloursOfSet({ about }: Pick<PointSet, 'about'>, bounds: readonly number[]): string[] {
  const classes = bounds.length + 1;
  return about.categories ? [...categoryColours, restColour].slice(0, classes) : coloursOf(classes);
}

function categoryTexts(categories: readonly string[], classes: number): string[] {
  const named = categories.slice(0, classes);
  const others = categories.length - classes;
  return others > 0 ? [...named.slice(0, -1), `${others + 1} others`] : named;
}

/** Points and ground of each class. A layer that is thinned stands for all points, so that its ground is scaled to theirs. */
function countClasses({ values, count, about }: Counted, bounds: readonly number[], showHidden: boolean) {
  const { points, squareMetres } = showHidden ? values.all : values.shown;
  const single = singlePrecision(bounds);
  const [counts, grounds] = [new Float64Array(bounds.length + 1), new Float64Array(bounds.length + 1)];
  const each = about.ground.wide * about.ground.long;
  for (let row = 0; row < values.value.length; row++) {
    const own = classAt(values.value[row] ?? 0, single);
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

/** Bounds as exact as the values of points, of which many lie on a bound. @example singlePrecision([0.1]) // [0.10000000149011612] */
export const singlePrecision = (bounds: readonly number[]): number[] => bounds.map(Math.fround);
