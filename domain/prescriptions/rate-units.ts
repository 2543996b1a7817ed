import * as z from 'zod';

/** The unit of a rate, in parts. */
interface RateUnitParts {
  /** The unit of an amount of the product, in which totals are given. */
  amount: string;
  area: 'ha' | 'ac';
  dimension: 'mass' | 'volume' | 'count';
  /** Amounts in kilograms, litres or seeds: a rate times this and an area in hectares or acres. */
  factor: number;
  /** Whether only the nitrogen in the product is counted. */
  ofNitrogen?: true;
}

const poundKilograms = 0.45359237; // international pound, exact (NIST Handbook 44, appendix C)
const gallonLitres = 3.785411784; // US gallon, exact (NIST Handbook 44, appendix C)

/** The units of rates (facts of area N, with `S/ac`, which its list lacks by a misprint). S are seeds, kS a thousand of them, (N) is nitrogen. */
const parts = {
  'gal/ac': { amount: 'gal', area: 'ac', dimension: 'volume', factor: gallonLitres },
  'l/ha': { amount: 'l', area: 'ha', dimension: 'volume', factor: 1 },
  'lbs/ac': { amount: 'lbs', area: 'ac', dimension: 'mass', factor: poundKilograms },
  'ton/ac': { amount: 'ton', area: 'ac', dimension: 'mass', factor: 2000 * poundKilograms },
  'kg/ha': { amount: 'kg', area: 'ha', dimension: 'mass', factor: 1 },
  't/ha': { amount: 't', area: 'ha', dimension: 'mass', factor: 1000 },
  'kS/ac': { amount: 'kS', area: 'ac', dimension: 'count', factor: 1000 },
  'kS/ha': { amount: 'kS', area: 'ha', dimension: 'count', factor: 1000 },
  'lbs(N)/ac': { amount: 'lbs(N)', area: 'ac', dimension: 'mass', factor: poundKilograms, ofNitrogen: true },
  'kg(N)/ha': { amount: 'kg(N)', area: 'ha', dimension: 'mass', factor: 1, ofNitrogen: true },
  'S/ha': { amount: 'S', area: 'ha', dimension: 'count', factor: 1 },
  'S/ac': { amount: 'S', area: 'ac', dimension: 'count', factor: 1 },
} as const satisfies Record<string, RateUnitParts>;

export type RateUnit = keyof typeof parts;

export const rateUnits = Object.keys(parts) as [RateUnit, ...RateUnit[]];

/** The unit of a rate in a request. */
export const rateUnitSchema = z
  .enum(rateUnits, `must be one of ${rateUnits.join(', ')}`)
  .meta({ id: 'RateUnit' })
  .describe('The unit of the rates: S are seeds, kS a thousand of them, (N) is nitrogen.');

/**
 * The parts of a unit.
 *
 * @example rateUnitParts('lbs/ac') // { amount: 'lbs', area: 'ac', dimension: 'mass', factor: 0.45359237 }
 */
export function rateUnitParts(unit: RateUnit): RateUnitParts {
  return parts[unit];
}

/** Square metres in the areas of units; an acre has 43,560 square feet. */
export const squareMetresOf = { ha: 10_000, ac: 4046.8564224 } as const;

/**
 * The amount of product for an area.
 *
 * @returns in the unit's amount: pounds for `lbs/ac`.
 * @example amountFor(100, 'kg/ha', 25_000) // 250
 */
export function amountFor(rate: number, unit: RateUnit, squareMetres: number): number {
  return (rate * squareMetres) / squareMetresOf[parts[unit].area];
}

/**
 * A rate in the base unit of its dimension for a hectare, in five digits: equal for rates that are the same in different units.
 *
 * @example amountText(1000, 'kg/ha') === amountText(1, 't/ha') // true
 */
export function amountText(rate: number, unit: RateUnit): string {
  const { factor, area, dimension } = parts[unit];
  return `${((rate * factor * squareMetresOf.ha) / squareMetresOf[area]).toPrecision(5)} ${dimension}`;
}
