import type { PointImage } from '../../../domain/machine-files/image.ts';

/** Signs for units that are words in data. */
const signs: Record<string, string> = { percentage: '%', arcdeg: '°', m2: 'm²', m3: 'm³' };

/** A title such as `Dry mass per area, t/ha` or `Seed rate, deviation from target, %`. */
export function titleOf({
  property,
  deviation,
  unit,
}: Pick<PointImage, 'deviation' | 'unit'> & { property: string }): string {
  const words = property.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const sign = unit.replace(/^m3\b/, 'm³');
  const shown = deviation === undefined ? '' : ', deviation from target';
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${shown}, ${signs[unit] ?? sign}`;
}
