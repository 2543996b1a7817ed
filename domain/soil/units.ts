/**
 * Units of soil results. A unit's factor leads to the base unit of its dimension: mg/kg for mass in mass, cmol(+)/kg for
 * charge, dS/m for conductivity, lb/ac for mass on an area, g/cm³ for density; mg/dm³ and cmol/dm³ of soil by volume, whose density no
 * report has. Units without a dimension convert to
 * nothing. Sources of factors: SI definitions; 1 meq/100 g = 1 cmol(+)/kg and 1 mmho/cm = 1 dS/m (SSSA, "Conversion
 * factors for SI and non-SI units"); 1 kg/ha = 0.892179 lb/ac (NIST SP 811: lb 0.45359237 kg, acre 4,046.873 m²).
 */
interface Unit {
  dimension?: 'massInMass' | 'massInVolume' | 'charge' | 'chargeInVolume' | 'conductivity' | 'massOnArea' | 'density';
  factor?: number;
  /** Other spellings. Case, spaces and dots are ignored. */
  spellings: string[];
}

const poundsPerAcreInKilogramPerHectare = 4046.8726098 / 0.45359237 / 10_000;

const unitTable = {
  'mg/kg': {
    dimension: 'massInMass',
    factor: 1,
    spellings: ['ppm', 'mgkg', 'mg kg-1', 'ug/g', 'mcg/g', 'µg/g', 'parts per million', 'mg/kg ts', 'mg/kg ms', 'g/t'],
  },
  'g/kg': { dimension: 'massInMass', factor: 1_000, spellings: ['g kg-1', 'gkg', 'mg/g', '‰'] },
  'mg/100g': {
    dimension: 'massInMass',
    factor: 10,
    spellings: ['mg 100g-1', 'mg/100g boden', 'mg/100g soil', 'mg/100g ts'],
  },
  ppb: { dimension: 'massInMass', factor: 0.001, spellings: ['ug/kg', 'µg/kg', 'mcg/kg'] },
  '%': {
    dimension: 'massInMass',
    factor: 10_000,
    spellings: [
      'percent',
      'pct',
      'wt%',
      '% (wt)',
      'g/100g',
      'dag/kg',
      'dag kg-1',
      '% w/w',
      'prozent',
      'm-%',
      'ma-%',
      'mass-%',
    ],
  },
  'mg/dm³': {
    dimension: 'massInVolume',
    factor: 1,
    spellings: ['mg/dm3', 'mg dm-3', 'mgdm3', 'mg/l', 'mg l-1'],
  },
  'g/dm³': { dimension: 'massInVolume', factor: 1_000, spellings: ['g/dm3', 'g dm-3', 'gdm3', 'g/l'] },
  'cmol/dm³': {
    dimension: 'chargeInVolume',
    factor: 1,
    spellings: [
      'cmolc/dm3',
      'cmolc dm-3',
      'cmol/dm3',
      'cmol(c)/dm3',
      'cmolcdm3',
      'meq/100cm3',
      'meq/100ml',
      'meq/100cc',
    ],
  },
  'mmol/dm³': {
    dimension: 'chargeInVolume',
    factor: 0.1,
    spellings: ['mmolc/dm3', 'mmolc dm-3', 'mmol/dm3', 'mmol(c)/dm3'],
  },
  'cmol/kg': {
    dimension: 'charge',
    factor: 1,
    spellings: [
      'meq/100g',
      'meq/100 g',
      'me/100g',
      'me/100 g',
      'meq/100gm',
      'meq/100 grams',
      'cmolc/kg',
      'cmol(+)/kg',
      'cmol+/kg',
      'cmol kg-1',
      'cmolc kg-1',
      'cmol(c)/kg',
      'cmol(+) kg-1',
      'meq',
      'cmolckg',
      'meq100g',
    ],
  },
  'mmol/kg': { dimension: 'charge', factor: 0.1, spellings: ['mmolc/kg', 'mmol(+)/kg', 'mmol+/kg', 'meq/kg'] },
  'dS/m': {
    dimension: 'conductivity',
    factor: 1,
    spellings: ['mmho/cm', 'mmhos/cm', 'ms/cm', 'mmhoscm', 'mmhocm', 'ds m-1'],
  },
  'mS/m': { dimension: 'conductivity', factor: 0.01, spellings: ['millisiemens/m'] },
  'µS/cm': {
    dimension: 'conductivity',
    factor: 0.001,
    spellings: ['us/cm', 'umho/cm', 'umhos/cm', 'µmho/cm', 'µmhos/cm'],
  },
  'lb/ac': {
    dimension: 'massOnArea',
    factor: 1,
    spellings: [
      'lbs/ac',
      'lb/acre',
      'lbs/acre',
      'lb/a',
      'lbs/a',
      'pounds/acre',
      'lbsac',
      'lbs-acre',
      '#/ac',
      '#/a',
      'pp2m',
    ],
  },
  'kg/ha': { dimension: 'massOnArea', factor: poundsPerAcreInKilogramPerHectare, spellings: ['kg ha-1', 'kgha'] },
  'g/cm³': { dimension: 'density', factor: 1, spellings: ['g/cm3', 'g/cc', 'g cm-3', 'gcm3', 'mg/m3', 't/m3'] },
  'mg CaCO3/kg/pH': { spellings: ['ppm caco3/ph', 'mg/kg caco3/ph'] },
  pH: { spellings: ['ph units', 's.u.', 'su', 'ph unit'] },
  none: { spellings: ['', 'unitless', 'n/a', 'na', '-', 'ratio', 'index'] },
} satisfies Record<string, Unit>;

/** Key of a unit, as results have it. */
export type UnitKey = keyof typeof unitTable;

const rows: Record<UnitKey, Unit> = unitTable;
const folded = (text: string) =>
  text.normalize('NFKC').toLowerCase().replaceAll(/[\s.]/g, '').replaceAll('μ', 'µ').replaceAll('\u2212', '-');
const bySpelling = new Map<string, UnitKey>(
  (Object.keys(unitTable) as UnitKey[]).flatMap((key) =>
    [key, ...rows[key].spellings].map((spelling) => [folded(spelling), key] as const),
  ),
);

/**
 * The unit with a spelling.
 *
 * @example unitOf('meq/100 g') // 'cmol/kg'
 */
export function unitOf(spelling: string): UnitKey | undefined {
  return bySpelling.get(folded(spelling));
}

/**
 * The unit of a text that may also name it twice, in brackets or with a method before it.
 *
 * @example unitIn('Mehlich 1 mg/kg (ppm)') // 'mg/kg'
 */
export function unitIn(text: string): UnitKey | undefined {
  const whole = unitOf(text);
  if (whole) return whole;
  const [, before = '', inside = ''] = /^([^()]{1,80})\(([^()]{1,40})\)\s*$/.exec(text) ?? [];
  const [outer, inner] = [unitOf(before.trim().split(/\s+/).at(-1) ?? ''), unitOf(inside)];
  // A bracket that is no unit may be a remark.
  return outer && outer !== 'none' && (inner === undefined || inner === outer) ? outer : undefined;
}

/** Pounds of soil on an acre down to 6 2/3 inches, by convention: 1 ppm is then 2 lb/ac. */
const furrowSlice = { pounds: 2_000_000, centimetres: (20 / 3) * 2.54 };

interface Converting {
  from: UnitKey;
  to: UnitKey;
  /** Grams of a mole of charge of the element, between charge and mass. */
  equivalentGrams?: number | undefined;
  /** Thickness of the sampled layer in centimetres, between mass on an area and mass in mass. */
  thickness?: number | undefined;
}

/**
 * The factor between two units; undefined if there is none. Mass on an area becomes mass in mass by the convention that
 * 6 2/3 inches of soil weigh 2,000,000 lb/ac, in proportion to the thickness of the layer.
 *
 * @example factorBetween({ from: 'lb/ac', to: 'mg/kg', thickness: 16.93 }) // 0.5
 */
export function factorBetween({ from, to, equivalentGrams, thickness }: Converting): number | undefined {
  if (from === to) return 1;
  const [source, target] = [rows[from], rows[to]];
  if (source.factor === undefined || target.factor === undefined) return undefined;
  const ratio = source.factor / target.factor;
  if (source.dimension === target.dimension) return ratio;
  const step = `${source.dimension} ${target.dimension}`;
  // cmol(+)/kg times g/mol is 10 mg/kg.
  if (step === 'charge massInMass') return equivalentGrams && ratio * equivalentGrams * 10;
  if (step === 'massInMass charge') return equivalentGrams && ratio / (equivalentGrams * 10);
  if (step === 'massOnArea massInMass' && thickness)
    return (ratio * 1e6) / ((furrowSlice.pounds * thickness) / furrowSlice.centimetres);
  return undefined;
}

const centimetres: Record<string, number> = {
  cm: 1,
  centimeter: 1,
  centimeters: 1,
  centimetre: 1,
  centimetres: 1,
  centimeterscm: 1,
  in: 2.54,
  inch: 2.54,
  inches: 2.54,
  // UCUM, which the flat form of MODUS uses.
  '[in_i]': 2.54,
  '[ft_i]': 30.48,
  '"': 2.54,
  ft: 30.48,
  feet: 30.48,
  foot: 30.48,
  mm: 0.1,
  millimeter: 0.1,
  millimeters: 0.1,
  millimetre: 0.1,
  millimetres: 0.1,
  m: 100,
  meter: 100,
  meters: 100,
  metre: 100,
  metres: 100,
};

/** Centimetres of a unit of depth. @example centimetresOf('in') // 2.54 */
export function centimetresOf(unit: string): number | undefined {
  const name = unit.trim().toLowerCase().replace(/\.$/, '');
  return Object.hasOwn(centimetres, name) ? centimetres[name] : undefined;
}
