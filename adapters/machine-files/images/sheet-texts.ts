import type { ValueClass } from '../../../domain/machine-files/image.ts';

/** Signs for units that are words in data. */
const signs: Record<string, string> = { percentage: '%', arcdeg: '°', m2: 'm²', m3: 'm³' };
/** Maximum decimals; more exceed the precision of machines. */
const maxDecimals = 6;
const shortRange = 3;

/** A title such as `Dry mass per area, t/ha`. */
export function titleOf(property: string, unit: string): string {
  const words = property.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const sign = unit.replace(/^m3\b/, 'm³');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}, ${signs[unit] ?? sign}`;
}

/** The ranges of classes, with as many digits as distinguish their bounds. */
export function rangeTexts(classes: readonly ValueClass[]): string[] {
  const bounds = [...new Set(classes.flatMap(({ min, max }) => [min, max]))].sort((a, b) => a - b);
  const steps = bounds.slice(1).map((bound, index) => bound - (bounds[index] ?? 0));
  const decimals = steps.length > 0 ? decimalsOf(Math.min(...steps)) : shortest(bounds[0] ?? 0);
  const written = (value: number) =>
    value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return classes.map(({ min, max }) => (min === max ? written(max) : `${written(min)} – ${written(max)}`));
}

function decimalsOf(step: number): number {
  return Math.min(maxDecimals, Math.max(0, Math.ceil(-Math.log10(step))));
}

/** The number of decimals of a single number. */
function shortest(value: number): number {
  const [, decimals = ''] = String(Number(value.toPrecision(shortRange + 1))).split('.');
  return Math.min(maxDecimals, decimals.length);
}
