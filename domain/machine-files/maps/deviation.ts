import type { ValueClass } from '../image.ts';
import type { PointPropertyName } from '../points/point-properties.ts';
import { parseUnit } from '../points/units.ts';
import { roundUp } from './division.ts';
import { areaOf, type Counted } from './map-classes.ts';

/** The properties that have a target, with the property that has it. */
const targets: Partial<Record<PointPropertyName, PointPropertyName>> = {
  appliedRate: 'appliedRateTarget',
  seedRate: 'seedRateTarget',
  tillageDepthActual: 'tillageDepthTarget',
};

/** The property that has the target of another one; undefined if it has none. */
export function targetNameOf(property: string): PointPropertyName | undefined {
  return targets[property as PointPropertyName];
}

/**
 * The target of a property in a file; undefined if it has none, or one in units that cannot be compared, such as L/ha with kg/ha.
 *
 * @example targetOf('seedRate', { seedRate: 'seeds/ha', seedRateTarget: 'seeds/ac' }) // 'seedRateTarget'
 */
export function targetOf(property: string, units: Readonly<Record<string, string>>): PointPropertyName | undefined {
  const target = targetNameOf(property);
  const [own, its] = [property, target ?? ''].map((name) => parseUnit(units[name] ?? '')?.dimension);
  return own !== undefined && own === its ? target : undefined;
}

/**
 * The colours of deviations, from the furthest below the target to the furthest above it: two hues that get lighter towards the target, which people
 * without one kind of cones can tell apart too.
 */
export const deviationColours = ['7A3B00', 'BF7A26', 'E8BE84', 'ECECDF', 'A9B6E3', '6273C4', '2B2A80'] as const;

/** The colour of points that have a value and no target. */
export const untargetedColour = '8A8A8A';

const steps = [-5, -3, -1, 1, 3, 5];
const digits = 12;

/**
 * The bounds between the classes of deviations: the same on both sides of the target, round, and such that nine of ten deviations are within the
 * outer ones.
 *
 * @param usual the 90th percentile of deviations without their signs.
 * @param min half the smallest width of a class.
 * @example deviationBounds(22, 1) // [-25, -15, -5, 5, 15, 25]
 */
export function deviationBounds(usual: number, min: number): number[] {
  const unit = roundUp(Math.max(usual / Math.max(...steps), min));
  return steps.map((step) => Number((step * unit).toPrecision(digits)));
}

/**
 * All classes of deviations, with and without points, so that the middle one is always that of the target.
 *
 * @param bounds as from `deviationBounds`.
 * @param counted by the number of bounds below the values.
 * @param ends the smallest and the largest deviation.
 * @param unit of the values: customary units have areas in acres beside them, others in hectares.
 */
export function deviationClasses(
  bounds: readonly number[],
  counted: ReadonlyMap<number, Counted>,
  ends: { min: number; max: number },
  unit: string,
): ValueClass[] {
  return deviationColours.map((_, index): ValueClass => {
    const { count, ...ground } = counted.get(index) ?? { count: 0 };
    const open = index === 0 ? 'below' : index === bounds.length ? 'above' : undefined;
    const min = bounds[index - 1] ?? Math.min(ends.min, bounds[0] ?? 0);
    const max = bounds[index] ?? Math.max(ends.max, bounds.at(-1) ?? 0);
    return { min, max, count, ...(open && { open }), ...areaOf(ground, unit) };
  });
}

/**
 * The ranges of deviations in words, with signs.
 *
 * @example deviationTexts(classes) // ['below -25', '-25 to -15', '-15 to -5', '-5 to +5', '+5 to +15', '+15 to +25', 'above +25']
 */
export function deviationTexts(classes: readonly ValueClass[]): string[] {
  const signed = (value: number) =>
    value.toLocaleString('en', { maximumFractionDigits: digits, signDisplay: 'exceptZero' });
  return classes.map(({ min, max, open }) => {
    if (open === 'below') return `below ${signed(max)}`;
    if (open === 'above') return `above ${signed(min)}`;
    return `${signed(min)} to ${signed(max)}`;
  });
}
