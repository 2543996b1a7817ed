import { highestRates } from '../machine-files/points/value-limits.ts';
import { type RateUnit, rateUnitParts, squareMetresOf } from './rate-units.ts';

/** Numbers of rows and of objects, measures of polygons, and codes of zones and of other things: what every table has beside its rates, or instead of them. */
const noRates =
  /^(id|fid|gid|oid|uid|pk|key|code|nr|no|num|number|nummer|index|idx|row|rowid|seq|order|count|object_?id(_?\d+)?|feature_?id|poly(gon)?_?id|shape_?id|zone(_?(id|nr|no|code))?|zones|class(_?id)?|cluster|dn|value_?id|field_?(id|no|nr|code)|farm_?id|client_?id|grower_?id|parcel_?(id|no)|block_?id|plot(_?(id|no))?|year|jahr|month|day|date|area|shape_?area|poly_?area|area_?(ha|ac|m2|sqm)|hectares?|ha|acres?|ac|sq_?m|perimeter|shape_?len(g|gth)?|length|x|y|lat|lon|long|latitude|longitude|x_?coord|y_?coord|elevation|slope)_?$/i;

/**
 * Whether a column of numbers is named as something that is no rate, such as `OBJECTID`, so that it is not taken for the rates of a file that has no other.
 *
 * @example isNoRate('id') // true
 */
export function isNoRate(column: string): boolean {
  return noRates.test(column.trim());
}

/** What a rate without a unit can be at most, in any unit: seeds for a hectare have the largest numbers. */
const highestOfAll = Math.max(...Object.values(highestRates));

/**
 * The highest rate that a machine applies, in a unit; in any unit if the file states none.
 *
 * @example highestRate('t/ha') // 150
 */
export function highestRate(unit: RateUnit | undefined): number {
  if (!unit) return highestOfAll;
  const { dimension, factor, area } = rateUnitParts(unit);
  return (highestRates[dimension] / factor) * (squareMetresOf[area] / squareMetresOf.ha);
}
