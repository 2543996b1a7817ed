import { isImperial, parseUnit } from '../units.ts';

/** The units of a table: those of the United States, or metric ones. */
export type UnitSystem = 'us' | 'metric';

/** The metric units that programs write where they write these US ones; volumes of grain have no usual one. */
const metricUnits: Record<string, string | undefined> = {
  ft: 'm',
  in: 'cm',
  'mi/hr': 'km/h',
  'lb/ac': 't/ha',
  'lb/s': 't/h',
  'gal/ac': 'L/ha',
  'seeds/ac': 'seeds/ha',
  gal: 'L',
  'gal/h': 'L/h',
  lbf: 'kgf',
  'bu/ac': undefined,
};

/** The unit of a column without one in a metric table; undefined if there is no convention. */
export function metricUnit(usual: string): string | undefined {
  return usual in metricUnits ? metricUnits[usual] : usual;
}

/** `Prod(ac/h)` and `Prod(ha/h)` of SMS, cut by dBASE. Their unit measures nothing that points have. */
const production = /^prod[^a-z]*(ac|ha)[^a-z]*h/i;

/**
 * The system of the units that a table names, which columns without one have as well: `Distance_m` and `Prod_ha_h_` beside `Swth_Wdth_`, of whose unit dBASE
 * has left nothing. Of both systems, that of the United States wins.
 *
 * @param stated the units that the columns name.
 * @returns undefined for a table that names no unit of either.
 */
export function statedSystem(
  stated: readonly (string | undefined)[],
  columns: readonly string[],
): UnitSystem | undefined {
  const produced = columns.flatMap((column) => production.exec(column)?.[1]?.toLowerCase() ?? []);
  const ofGround = stated.flatMap((unit) => (unit !== undefined && saysSystem(unit) ? [isImperial(unit)] : []));
  const areImperial = [...ofGround, ...produced.map((unit) => unit === 'ac')];
  if (areImperial.length === 0) return undefined;
  return areImperial.includes(true) ? 'us' : 'metric';
}

/** Seconds, degrees and percent are of both systems; a single letter in brackets may be a mark of any kind. */
function saysSystem(unit: string): boolean {
  if (/^[^mltg]$/i.test(unit.trim())) return false;
  const dimension = parseUnit(unit)?.dimension;
  return dimension !== undefined && !['time', 'percent', 'angle', 'count'].includes(dimension);
}
