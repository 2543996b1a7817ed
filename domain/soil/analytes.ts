import type { UnitKey } from './units.ts';

/**
 * A property that laboratories measure in soil. Names and symbols are those of the periodic table and of soil testing
 * manuals: "Recommended Chemical Soil Test Procedures for the North Central Region" (NCR 221), "Soil Test Methods From
 * the Southeastern United States" (SCSB 419), "Soil, Plant and Water Reference Methods for the Western Region" (WREP-125).
 */
interface Analyte {
  category: SoilCategory;
  /** The canonical unit. */
  unit: UnitKey;
  /** Whether a file without a unit can only mean this one. */
  isOnlyUnit?: boolean;
  /** Spellings, for which only letters, digits and % count. */
  names: string[];
  /** Canonical values that soils have; others are kept, with a warning that the unit may be wrong. */
  plausible?: [least: number, most: number];
  /** Grams of a mole of charge, for cations that are also given in meq/100 g: atomic weight (IUPAC 2021) by charge. */
  equivalentGrams?: number;
}

export const soilCategories = [
  'acidity',
  'organicMatter',
  'macronutrient',
  'secondaryNutrient',
  'micronutrient',
  'element',
  'exchange',
  'saturation',
  'salinity',
  'texture',
  'physical',
  'biological',
] as const;

export type SoilCategory = (typeof soilCategories)[number];

/** Spellings, separated by commas. */
const list = (spellings: string) => spellings.split(', ');
const mass = { unit: 'mg/kg' } as const;
const share = { unit: '%', isOnlyUnit: true } as const;
const saturation = (names: string): Analyte => ({ category: 'saturation', ...share, names: list(names) });

const table = {
  pH: {
    category: 'acidity',
    plausible: [2, 12],
    unit: 'pH',
    isOnlyUnit: true,
    names: list('soil ph, ph water, ph h2o, phw, water ph, wph'),
  },
  saltPH: {
    category: 'acidity',
    plausible: [2, 12],
    unit: 'pH',
    isOnlyUnit: true,
    names: list('salt ph, ph cacl2, cacl2 ph, ph salt, phs'),
  },
  BpH: {
    category: 'acidity',
    plausible: [2, 12],
    unit: 'pH',
    isOnlyUnit: true,
    names: list('buffer ph, b-ph, buffer, buf ph, ph buffer, buffer index, bufph, lime index ph'),
  },
  H: {
    category: 'acidity',
    unit: 'cmol/kg',
    equivalentGrams: 1.008,
    names: list('hydrogen, exchangeable h, exch h, hyd'),
  },
  acidity: {
    category: 'acidity',
    unit: 'cmol/kg',
    names: list('exchangeable acidity, exch acidity, total acidity, acidity'),
  },
  LBC: { category: 'acidity', unit: 'mg CaCO3/kg/pH', names: ['lime buffer capacity'] },
  LBCeq: {
    category: 'acidity',
    unit: 'mg CaCO3/kg/pH',
    names: ['lime buffer capacity at equilibrium', 'equilibrium lime buffer capacity'],
  },
  excessLime: { category: 'acidity', unit: 'none', names: list('excess lime, ex lime, free lime, lime rating') },
  CCE: {
    category: 'acidity',
    ...share,
    names: list('calcium carbonate, caco3, calcium carbonate equivalent, carbonates'),
  },

  OM: {
    category: 'organicMatter',
    plausible: [0.01, 100],
    ...share,
    names: list('organic matter, som, soil organic matter, om%, %om'),
  },
  OC: {
    category: 'organicMatter',
    plausible: [0.01, 100],
    ...share,
    names: list('organic carbon, toc, soc, total organic carbon, soil organic carbon'),
  },
  IC: {
    category: 'organicMatter',
    ...share,
    names: list('inorganic carbon, inorganic c, tic, total inorganic carbon'),
  },
  TC: {
    category: 'organicMatter',
    plausible: [0.01, 100],
    ...share,
    names: ['total carbon', 'total c', 'total c concentration'],
  },
  ENR: { category: 'organicMatter', unit: 'lb/ac', names: ['estimated nitrogen release', 'est n release', 'enr'] },

  TN: {
    category: 'macronutrient',
    ...mass,
    names: list('total nitrogen, total n, nitrogen, n, total n concentration'),
  },
  NO3N: {
    category: 'macronutrient',
    ...mass,
    names: list('nitrate, nitrate n, nitrate nitrogen, no3, no3-n, n-no3, no3 n, no3 nitrogen, nitrate-n n'),
  },
  NO2N: { category: 'macronutrient', ...mass, names: list('nitrite, nitrite n, no2, no2-n') },
  NH4N: {
    category: 'macronutrient',
    ...mass,
    names: list('ammonium, ammonium n, ammonium nitrogen, nh4, nh4-n, nh3-n, amm n, ammonia n'),
  },
  P: {
    category: 'macronutrient',
    plausible: [0, 3_000],
    ...mass,
    names: list('phosphorus, phosphorous, available p, avail p, extractable p'),
  },
  PO4P: { category: 'macronutrient', ...mass, names: list('phosphate, po4, po4-p, phosphate p') },
  TP: { category: 'macronutrient', ...mass, names: ['total phosphorus', 'total p'] },
  K: {
    category: 'macronutrient',
    plausible: [0, 10_000],
    ...mass,
    equivalentGrams: 39.0983,
    names: list('potassium, exchangeable k, exch k, available k, extractable k'),
  },
  TK: { category: 'macronutrient', ...mass, names: ['total potassium', 'total k'] },

  Ca: {
    category: 'secondaryNutrient',
    plausible: [0, 60_000],
    ...mass,
    equivalentGrams: 20.039,
    names: ['calcium', 'exchangeable ca', 'exch ca'],
  },
  Mg: {
    category: 'secondaryNutrient',
    plausible: [0, 20_000],
    ...mass,
    equivalentGrams: 12.1525,
    names: ['magnesium', 'exchangeable mg', 'exch mg'],
  },
  S: { category: 'secondaryNutrient', ...mass, names: ['sulfur', 'sulphur', 'available s'] },
  SO4S: {
    category: 'secondaryNutrient',
    ...mass,
    names: list('sulfate, sulphate, so4, so4-s, sulfate s, sulphate s, sulfate sulfur, s-so4'),
  },

  Zn: { category: 'micronutrient', ...mass, names: ['zinc'] },
  Fe: { category: 'micronutrient', ...mass, names: ['iron'] },
  Mn: { category: 'micronutrient', ...mass, names: ['manganese'] },
  Cu: { category: 'micronutrient', ...mass, names: ['copper'] },
  B: { category: 'micronutrient', ...mass, names: ['boron'] },
  Mo: { category: 'micronutrient', ...mass, names: ['molybdenum'] },
  Cl: { category: 'micronutrient', ...mass, names: ['chloride', 'chlorine'] },
  Ni: { category: 'micronutrient', ...mass, names: ['nickel'] },

  Na: { category: 'element', ...mass, equivalentGrams: 22.9898, names: ['sodium', 'exchangeable na', 'exch na'] },
  Al: {
    category: 'element',
    ...mass,
    equivalentGrams: 8.9938,
    names: list('aluminum, aluminium, exchangeable al, exch al'),
  },
  Si: { category: 'element', ...mass, names: ['silicon'] },
  As: { category: 'element', ...mass, names: ['arsenic'] },
  Cd: { category: 'element', ...mass, names: ['cadmium'] },
  Co: { category: 'element', ...mass, names: ['cobalt'] },
  Cr: { category: 'element', ...mass, names: ['chromium'] },
  Pb: { category: 'element', ...mass, names: ['lead'] },
  Se: { category: 'element', ...mass, names: ['selenium'] },

  CEC: {
    category: 'exchange',
    plausible: [0, 200],
    unit: 'cmol/kg',
    isOnlyUnit: true,
    names: list(
      'cation exchange capacity, cation exchange, tec, total exchange capacity, cec/sum of cations, sum of cations, ecec',
    ),
  },
  SAR: {
    category: 'exchange',
    unit: 'none',
    isOnlyUnit: true,
    names: ['sodium adsorption ratio', 'sodium absorption ratio'],
  },

  BSCa: saturation(
    'bs-ca, %ca sat, %ca, ca pct, perca, ca saturation, base saturation ca, calcium saturation, ca base saturation, ca%, pctca, ca bs',
  ),
  BSMg: saturation(
    'bs-mg, %mg sat, %mg, mg pct, permg, mg saturation, base saturation mg, magnesium saturation, mg base saturation, mg%, pctmg, mg bs',
  ),
  BSK: saturation(
    'bs-k, %k sat, %k, k pct, perk, k saturation, base saturation k, potassium saturation, k base saturation, k%, pctk, k bs',
  ),
  BSNa: saturation(
    'bs-na, %na sat, %na, na pct, perna, na saturation, base saturation na, sodium saturation, na base saturation, na%, pctna, esp, exchangeable sodium percentage, na bs',
  ),
  BSH: saturation(
    'bs-h, %h sat, %h, h pct, perh, h saturation, base saturation h, hydrogen saturation, h base saturation, h%, pcth, h bs',
  ),
  BS: saturation('bs, base saturation, %bs, %base saturation, total base saturation, percent base saturation'),

  EC: {
    category: 'salinity',
    unit: 'dS/m',
    names: list('electrical conductivity, soluble salts, sol salts, solsalt, s salts, salts, ss, conductivity, e.c.'),
  },

  sand: { category: 'texture', plausible: [0, 100], ...share, names: ['%sand', 'sand%'] },
  silt: { category: 'texture', plausible: [0, 100], ...share, names: ['%silt', 'silt%'] },
  clay: { category: 'texture', plausible: [0, 100], ...share, names: ['%clay', 'clay%'] },
  texture: { category: 'texture', unit: 'none', names: ['soil texture', 'textural class', 'texture class'] },

  bulkDensity: { category: 'physical', plausible: [0.1, 2.8], unit: 'g/cm³', names: ['bulk density', 'bd'] },
  moisture: {
    category: 'physical',
    unit: '%',
    names: list('soil moisture, moisture (grav), gravimetric moisture, moisture content, water content'),
  },
  wetAggregateStability: {
    category: 'physical',
    unit: '%',
    names: ['wsa', 'wet aggregate stability', 'water stable aggregates'],
  },

  POXC: {
    category: 'biological',
    ...mass,
    names: list('pox-c, poxc, permanganate oxidizable carbon, active carbon, active c'),
  },
} satisfies Record<string, Analyte>;

/** Code of an analyte. */
export type AnalyteCode = keyof typeof table;

const rows: Record<AnalyteCode, Analyte> = table;

/** An analyte with its code. */
export interface KnownAnalyte extends Analyte {
  code: AnalyteCode;
}

const folded = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9%]/g, '');

const known = (Object.keys(table) as AnalyteCode[]).map((code): KnownAnalyte => ({ code, ...rows[code] }));
const byName = new Map(known.flatMap((one) => [one.code, ...one.names].map((name) => [folded(name), one] as const)));
const byCode = new Map<string, KnownAnalyte>(known.map((one) => [one.code, one]));

/**
 * The analyte with a name, in any of its spellings.
 *
 * @example analyteNamed('BS-Ca')?.code // 'BSCa'
 */
export function analyteNamed(name: string): KnownAnalyte | undefined {
  return byName.get(folded(name));
}

/** The analyte with exactly this code. */
export function analyteOf(code: string): KnownAnalyte | undefined {
  return byCode.get(code);
}
