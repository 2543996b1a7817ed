import type { Units } from '../reading/read-settings.ts';

const hectaresPerAcre = 0.40468564224;

/**
 * An area of the API in the owner's system of units.
 *
 * @param area in `ha` or `ac`; one in another unit stays as it is.
 * @example areaText({ value: 10.02, unit: 'ha' }, 'imperial') // '24.76 ac'
 */
export function areaText({ value, unit }: { value: number; unit: string }, units: Units): string {
  if (unit !== 'ha' && unit !== 'ac') return `${value.toFixed(2)} ${unit}`;
  const hectares = unit === 'ha' ? value : value * hectaresPerAcre;
  return units === 'imperial' ? `${(hectares / hectaresPerAcre).toFixed(2)} ac` : `${hectares.toFixed(2)} ha`;
}
