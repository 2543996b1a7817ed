/** The dimension of a unit. Rates are one dimension per another. */
export type Dimension =
  | 'length'
  | 'area'
  | 'mass'
  | 'volume'
  | 'count'
  | 'time'
  | 'percent'
  | 'angle'
  | 'force'
  | 'speed'
  | 'massPerArea'
  | 'volumePerArea'
  | 'countPerArea'
  | 'massPerTime'
  | 'volumePerTime';

/**
 * A unit. A value times `factor` is in the dimension's base unit: m, m2, kg, L, s, %, degrees, N and combinations of
 * them.
 */
export interface Unit {
  dimension: Dimension;
  factor: number;
}

const poundKilograms = 0.45359237; // international pound, exact (NIST Handbook 44, appendix C)
const gallonLitres = 3.785411784; // US gallon, exact (NIST Handbook 44, appendix C)

const simple: Record<string, Unit> = {
  m: { dimension: 'length', factor: 1 },
  km: { dimension: 'length', factor: 1000 },
  cm: { dimension: 'length', factor: 0.01 },
  mm: { dimension: 'length', factor: 0.001 },
  ft: { dimension: 'length', factor: 0.3048 }, // international foot, exact
  in: { dimension: 'length', factor: 0.0254 },
  yd: { dimension: 'length', factor: 0.9144 },
  mi: { dimension: 'length', factor: 1609.344 },
  m2: { dimension: 'area', factor: 1 },
  ha: { dimension: 'area', factor: 10_000 },
  ac: { dimension: 'area', factor: 4046.8564224 }, // 43,560 square feet
  kg: { dimension: 'mass', factor: 1 },
  g: { dimension: 'mass', factor: 0.001 },
  mg: { dimension: 'mass', factor: 1e-6 },
  t: { dimension: 'mass', factor: 1000 },
  lb: { dimension: 'mass', factor: poundKilograms },
  oz: { dimension: 'mass', factor: poundKilograms / 16 },
  ton: { dimension: 'mass', factor: 2000 * poundKilograms }, // short ton
  L: { dimension: 'volume', factor: 1 },
  mL: { dimension: 'volume', factor: 0.001 },
  mm3: { dimension: 'volume', factor: 1e-6 },
  m3: { dimension: 'volume', factor: 1000 },
  gal: { dimension: 'volume', factor: gallonLitres },
  qt: { dimension: 'volume', factor: gallonLitres / 4 },
  pt: { dimension: 'volume', factor: gallonLitres / 8 },
  floz: { dimension: 'volume', factor: gallonLitres / 128 },
  bu: { dimension: 'volume', factor: 35.2390702 }, // US bushel, 2150.42 cubic inches
  seeds: { dimension: 'count', factor: 1 },
  ksds: { dimension: 'count', factor: 1000 },
  s: { dimension: 'time', factor: 1 },
  min: { dimension: 'time', factor: 60 },
  h: { dimension: 'time', factor: 3600 },
  percentage: { dimension: 'percent', factor: 1 },
  arcdeg: { dimension: 'angle', factor: 1 },
  lbf: { dimension: 'force', factor: 4.4482216152605 },
  kgf: { dimension: 'force', factor: 9.80665 },
  N: { dimension: 'force', factor: 1 },
};

/** Other spellings of the units above, in lower case. */
const spellings: Record<string, string> = {
  meter: 'm',
  metre: 'm',
  feet: 'ft',
  foot: 'ft',
  inch: 'in',
  inches: 'in',
  acre: 'ac',
  acres: 'ac',
  acr: 'ac',
  hectare: 'ha',
  'm^2': 'm2',
  'm²': 'm2',
  'm^3': 'm3',
  'm³': 'm3',
  l: 'L',
  liter: 'L',
  litre: 'L',
  ml: 'mL',
  lbs: 'lb',
  pound: 'lb',
  ozm: 'oz', // of mass, as against fluid ounces
  tonne: 't',
  tonnes: 't',
  mt: 't',
  tons: 'ton',
  bushel: 'bu',
  gallon: 'gal',
  gals: 'gal',
  'fl oz': 'floz',
  seed: 'seeds',
  sd: 'seeds',
  sds: 'seeds',
  sec: 's',
  second: 's',
  hr: 'h',
  hour: 'h',
  '%': 'percentage',
  prcnt: 'percentage',
  percent: 'percentage',
  deg: 'arcdeg',
  degrees: 'arcdeg',
  '°': 'arcdeg',
  mile: 'mi',
  miles: 'mi',
};

const combined: Partial<Record<`${Dimension}/${Dimension}`, Dimension>> = {
  'length/time': 'speed',
  'mass/area': 'massPerArea',
  'volume/area': 'volumePerArea',
  'count/area': 'countPerArea',
  'mass/time': 'massPerTime',
  'volume/time': 'volumePerTime',
};

/** Units that are written as words, or otherwise not as one unit per another. */
const wholes: Record<string, string> = { mph: 'mi/h', kph: 'km/h', 'km/hr': 'km/h', bpa: 'bu/ac' };

/**
 * Parses a unit as manufacturers write it: `lb/ac`, `lb1ac-1` (John Deere), `tonne/ha`, `L/ha`, `mi/hr`, `%`.
 *
 * @returns undefined for an unknown unit, whose values cannot be used.
 * @example parseUnit('km/h')?.dimension // 'speed'
 */
export function parseUnit(written: string): Unit | undefined {
  const parts = partsOf(written);
  const [top, bottom, more] = parts.map(simpleUnit);
  if (!top || more || parts.length > 2) return undefined;
  if (parts.length === 1) return top;
  const dimension = bottom && combined[`${top.dimension}/${bottom.dimension}`];
  return dimension && { dimension, factor: top.factor / bottom.factor };
}

function simpleUnit(text: string): Unit | undefined {
  const name = simpleName(text);
  return name === undefined ? undefined : simple[name];
}

/** The name of a simple unit in the table; undefined for an unknown one. */
function simpleName(text: string): string | undefined {
  const name = spellings[text.toLowerCase()] ?? text;
  return [name, name.toLowerCase()].find((known) => Object.hasOwn(simple, known));
}

/** A spelling that clients know, and that is not one unit per another by its names. */
const shown: Record<string, string> = { 'mi/h': 'mi/hr' };

/**
 * The one spelling of a unit in answers, whatever it is in its file; an unknown unit stays as it is.
 *
 * @example shownUnit('mph') // 'mi/hr', as for `mi/h`
 * @example shownUnit('lb1ac-1') // 'lb/ac'
 */
export function shownUnit(written: string): string {
  if (!parseUnit(written)) return written.trim();
  const spelled = partsOf(written)
    .map((part) => simpleName(part))
    .join('/');
  return shown[spelled] ?? spelled;
}

function partsOf(written: string): string[] {
  const text = written.trim();
  const whole = wholes[text.toLowerCase()] ?? text.replace(/^([^\d\s]+)1([^\d\s]+)-1$/, '$1/$2');
  return whole.split('/').map((part) => part.trim());
}

/**
 * The factor of a unit that is named in this code, to the base unit of its dimension. @throws Error for an unknown one.
 *
 * @example factorOf('km/h') // 0.2777…
 */
export function factorOf(unit: string): number {
  const found = parseUnit(unit);
  if (!found) throw new Error(`the unit ${unit} is not known`);
  return found.factor;
}

/** Maximum decimals; more would be noise that takes space. */
const decimals = 7;

/**
 * Number of decimals of a value in a unit: a tenth of a milligram, of a square millimetre or of a cubic millimetre,
 * whatever the unit. Amounts of one point are some thousandths of a tonne or a hectare.
 */
export function decimalsOf(unit: string): number {
  const { dimension, factor } = parseUnit(unit) ?? { dimension: undefined, factor: 1 };
  const isAmount = dimension === 'mass' || dimension === 'area' || dimension === 'volume';
  return decimals + (isAmount ? Math.max(0, Math.ceil(Math.log10(factor))) : 0);
}

/** Whether a unit is a US customary one. */
export function isImperial(unit: string): boolean {
  return /^(ft|in|yd|mi|mph|ac|lb|lbs|oz|ton|gal|qt|pt|floz|bu|lbf)\b|[/1](ac|acre|ft)\b/i.test(unit.trim());
}
