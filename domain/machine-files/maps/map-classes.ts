import type { ValueClass } from '../image.ts';
import { factorOf, isImperial } from '../points/units.ts';
import type { Division } from './division.ts';

/** Points and ground between two bounds. */
export interface Counted {
  count: number;
  /** Square metres. Absent if the points have no area. */
  squareMetres?: number | undefined;
}

/**
 * The classes of a layer, from the lowest values to the highest, with and without points: so that a colour is the same class in every legend.
 *
 * @param counted by the number of the class.
 * @param ends the smallest and the largest value.
 * @param unit of the values: customary units have areas in acres beside them, others in hectares.
 */
export function countedClasses(
  division: Division,
  counted: ReadonlyMap<number, Counted>,
  ends: { min: number; max: number },
  unit: string,
): ValueClass[] {
  if (counted.size === 0) return [];
  const hasAreas = [...counted.values()].some(({ squareMetres }) => squareMetres !== undefined);
  return rangesOf(division, ends).map((range, index): ValueClass => {
    const { count, squareMetres } = counted.get(index) ?? { count: 0, ...(hasAreas && { squareMetres: 0 }) };
    return { ...range, count, ...areaOf({ squareMetres }, unit) };
  });
}

type Range = Omit<ValueClass, 'count' | 'area'>;

/** The ranges of classes: single values, or those between bounds with open ends. @param ends what an open end is written as. */
function rangesOf({ bounds, values }: Division, ends: { min: number; max: number }): Range[] {
  if (values) return values.map((value) => ({ min: value, max: value }));
  const [first = ends.max, last = ends.min] = [bounds[0], bounds.at(-1)];
  return Array.from({ length: bounds.length + 1 }, (_, index): Range => {
    if (bounds.length > 0 && index === 0) return { min: Math.min(ends.min, first), max: first, open: 'below' };
    if (bounds.length > 0 && index === bounds.length)
      return { min: last, max: Math.max(ends.max, last), open: 'above' };
    return { min: bounds[index - 1] ?? ends.min, max: bounds[index] ?? ends.max };
  });
}

/** The area of a class, in the unit that goes with that of its values. */
export function areaOf({ squareMetres }: Pick<Counted, 'squareMetres'>, unit: string): Pick<ValueClass, 'area'> {
  if (squareMetres === undefined) return {};
  const areaUnit = isImperial(unit) ? 'ac' : 'ha';
  return { area: { value: Number((squareMetres / factorOf(areaUnit)).toFixed(2)), unit: areaUnit } };
}

/** Maximum decimals; more exceed the precision of machines. */
const maxDecimals = 6;
const shortRange = 3;

/**
 * The ranges of classes in words, with as many digits as distinguish their bounds.
 *
 * @example classTexts([{ min: 3, max: 2100, count: 9, open: 'below' }, …]) // ['up to 2,100', '2,100 – 3,000', '> 3,000']
 */
export function classTexts(classes: readonly Range[]): string[] {
  const shown = ({ min, max, open }: Range) => (open === 'below' ? [max] : open === 'above' ? [min] : [min, max]);
  const bounds = [...new Set(classes.flatMap(shown))].sort((a, b) => a - b);
  const steps = bounds.slice(1).map((bound, index) => bound - (bounds[index] ?? 0));
  const decimals = steps.length > 0 ? decimalsFor(Math.min(...steps), bounds) : shortest(bounds[0] ?? 0);
  const written = (value: number) =>
    value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return classes.map(({ min, max, open }) => {
    if (open === 'below') return `up to ${written(max)}`;
    if (open === 'above') return `> ${written(min)}`;
    return min === max ? written(max) : `${written(min)} – ${written(max)}`;
  });
}

/**
 * The classes of a division in words.
 *
 * @example divisionTexts({ bounds: [2100, 3000] }) // ['up to 2,100', '2,100 – 3,000', '> 3,000']
 */
export function divisionTexts(division: Division): string[] {
  if (division.bounds.length === 0 && !division.values) return ['all values'];
  return classTexts(rangesOf(division, { min: 0, max: 0 }));
}

/** As many decimals as distinguish the bounds, and more where rounded ones have more. */
function decimalsFor(step: number, bounds: readonly number[]): number {
  const needed = Math.min(maxDecimals, Math.max(0, Math.ceil(-Math.log10(step))));
  const isExact = (decimals: number) => bounds.every((bound) => Number(bound.toFixed(decimals)) === bound);
  return [needed, needed + 1].find(isExact) ?? needed;
}

/** The number of decimals of a single number. */
function shortest(value: number): number {
  const [, decimals = ''] = String(Number(value.toPrecision(shortRange + 1))).split('.');
  return Math.min(maxDecimals, decimals.length);
}
