import type { ValueClass } from '../image.ts';
import { factorOf, isImperial } from '../points/units.ts';
import { classColours } from './class-colours.ts';

/** Percentiles between which the values are divided evenly; the few values beyond them are in the two open classes. */
export const innerShares = [0.02, 0.98] as const;

/** A step between two bounds has at least so many of the units that bounds are rounded to. */
const partsOfStep = 6;
const digits = 12;

/**
 * The bounds between the classes of a map: evenly spaced from the 2nd to the 98th percentile and rounded, so that a few wrong values move none of them.
 * Values up to the first bound, and those above the last one, are in the open classes.
 *
 * @param low the 2nd percentile.
 * @param high the 98th percentile.
 * @returns ascending numbers, one less than there are classes; fewer if there is little between the percentiles.
 * @example classBounds(2130, 6470) // [2100, 3000, 3900, 4700, 5600, 6500]
 */
export function classBounds(low: number, high: number, classes: number = classColours.length): number[] {
  const closed = classes - 2;
  const step = (high - low) / closed;
  if (!(step > 0)) return [low];
  const unit = roundUnit(step / partsOfStep);
  const rounded = Array.from({ length: closed + 1 }, (_, index) => Math.round((low + index * step) / unit) * unit);
  return [...new Set(rounded.map((bound) => Number(bound.toPrecision(digits))))];
}

/** The largest 1, 2 or 5 times a power of ten up to a positive number. */
function roundUnit(max: number): number {
  const power = 10 ** Math.floor(Math.log10(max));
  return power * ([5, 2].find((times) => times * power <= max) ?? 1);
}

/** Points and ground between two bounds. */
export interface Counted {
  count: number;
  /** Square metres. Absent if the points have no area. */
  squareMetres?: number | undefined;
}

/**
 * The classes that have points, from the lowest values to the highest.
 *
 * @param bounds as from `classBounds`.
 * @param counted by the number of bounds below the values.
 * @param ends the smallest and the largest value.
 * @param unit of the values: customary units have areas in acres beside them, others in hectares.
 */
export function countedClasses(
  bounds: readonly number[],
  counted: ReadonlyMap<number, Counted>,
  ends: { min: number; max: number },
  unit: string,
): ValueClass[] {
  return Array.from({ length: bounds.length + 1 }, (_, index): ValueClass[] => {
    const found = counted.get(index);
    if (!found) return [];
    const open = index === 0 ? 'below' : index === bounds.length ? 'above' : undefined;
    const [min, max] = [bounds[index - 1] ?? ends.min, bounds[index] ?? ends.max];
    return [{ min, max, count: found.count, ...(open && { open }), ...areaOf(found, unit) }];
  }).flat();
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
export function classTexts(classes: readonly ValueClass[]): string[] {
  const shown = ({ min, max, open }: ValueClass) => (open === 'below' ? [max] : open === 'above' ? [min] : [min, max]);
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
