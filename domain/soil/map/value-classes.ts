import type { ValueClass } from '../../machine-files/image.ts';
import { classColours } from '../../machine-files/maps/class-colours.ts';

/**
 * Divides values into classes with about as many values each, from the lowest to the highest: seven quantiles, or one
 * class for each value if there are at most seven. Images of machine files have the same rule.
 *
 * @example valueClasses([1, 2, 2]) // [{ min: 1, max: 1, count: 1 }, { min: 2, max: 2, count: 2 }]
 */
export function valueClasses(values: readonly number[]): ValueClass[] {
  const sorted = [...values].sort((a, b) => a - b);
  const different = [...new Set(sorted)];
  const uppers =
    different.length <= classColours.length
      ? different
      : [...new Set(classColours.map((_, index) => quantile(sorted, (index + 1) / classColours.length)))];
  return uppers
    .map((max, index) => {
      const below = uppers[index - 1] ?? Number.NEGATIVE_INFINITY;
      const own = sorted.filter((value) => value > below && value <= max);
      return { min: own[0] ?? max, max: own.at(-1) ?? max, count: own.length };
    })
    .filter(({ count }) => count > 0);
}

/** Between two values in proportion. */
function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const [low = 0, high = low] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}
