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

const mass = { unit: 'mg/kg' } as const;
const share = { unit: '%', isOnlyUnit: true } as const;
const saturation: Analyte = { category: 'saturation', ...share };

const table = {
  pH: {
    category: 'acidity',
    plausible: [2, 12],
    unit: 'pH',
    isOnlyUnit: true,
  },
  saltPH: {
    category: 'acidity',
    plausible: [2, 12],
    unit: 'pH',
    isOnlyUnit: true,
  },
  BpH: {
    category: 'acidity',
    plausible: [2, 12],
    unit: 'pH',
    isOnlyUnit: true,
  },
  H: {
    category: 'acidity',
    unit: 'cmol/kg',
    equivalentGrams: 1.008,
  },
  acidity: {
    category: 'acidity',
    unit: 'cmol/kg',
  },
  LBC: { category: 'acidity', unit: 'mg CaCO3/kg/pH' },
  LBCeq: {
    category: 'acidity',
    unit: 'mg CaCO3/kg/pH',
  },
  excessLime: { category: 'acidity', unit: 'none' },
  CCE: {
    category: 'acidity',
    ...share,
  },

  OM: {
    category: 'organicMatter',
    plausible: [0.01, 100],
    ...share,
  },
  OC: {
    category: 'organicMatter',
    plausible: [0.01, 100],
    ...share,
  },
  IC: {
    category: 'organicMatter',
    ...share,
  },
  TC: {
    category: 'organicMatter',
    plausible: [0.01, 100],
    ...share,
  },
  ENR: { category: 'organicMatter', unit: 'lb/ac' },

  TN: {
    category: 'macronutrient',
    ...mass,
  },
  NO3N: {
    category: 'macronutrient',
    ...mass,
  },
  NO2N: { category: 'macronutrient', ...mass },
  NH4N: {
    category: 'macronutrient',
    ...mass,
  },
  P: {
    category: 'macronutrient',
    plausible: [0, 3_000],
    ...mass,
  },
  PO4P: { category: 'macronutrient', ...mass },
  TP: { category: 'macronutrient', ...mass },
  K: {
    category: 'macronutrient',
    plausible: [0, 10_000],
    ...mass,
    equivalentGrams: 39.0983,
  },
  TK: { category: 'macronutrient', ...mass },

  Ca: {
    category: 'secondaryNutrient',
    plausible: [0, 60_000],
    ...mass,
    equivalentGrams: 20.039,
  },
  Mg: {
    category: 'secondaryNutrient',
    plausible: [0, 20_000],
    ...mass,
    equivalentGrams: 12.1525,
  },
  S: { category: 'secondaryNutrient', ...mass },
  SO4S: {
    category: 'secondaryNutrient',
    ...mass,
  },

  Zn: { category: 'micronutrient', ...mass },
  Fe: { category: 'micronutrient', ...mass },
  Mn: { category: 'micronutrient', ...mass },
  Cu: { category: 'micronutrient', ...mass },
  B: { category: 'micronutrient', ...mass },
  Mo: { category: 'micronutrient', ...mass },
  Cl: { category: 'micronutrient', ...mass },
  Ni: { category: 'micronutrient', ...mass },

  Na: { category: 'element', ...mass, equivalentGrams: 22.9898 },
  Al: {
    category: 'element',
    ...mass,
    equivalentGrams: 8.9938,
  },
  Si: { category: 'element', ...mass },
  As: { category: 'element', ...mass },
  Cd: { category: 'element', ...mass },
  Co: { category: 'element', ...mass },
  Cr: { category: 'element', ...mass },
  Pb: { category: 'element', ...mass },
  Se: { category: 'element', ...mass },

  CEC: {
    category: 'exchange',
    plausible: [0, 200],
    unit: 'cmol/kg',
    isOnlyUnit: true,
  },
  SAR: {
    category: 'exchange',
    unit: 'none',
    isOnlyUnit: true,
  },

  BSCa: saturation,
  BSMg: saturation,
  BSK: saturation,
  BSNa: saturation,
  BSH: saturation,
  BS: saturation,

  EC: {
    category: 'salinity',
    unit: 'dS/m',
  },

  sand: { category: 'texture', plausible: [0, 100], ...share },
  silt: { category: 'texture', plausible: [0, 100], ...share },
  clay: { category: 'texture', plausible: [0, 100], ...share },
  texture: { category: 'texture', unit: 'none' },

  bulkDensity: { category: 'physical', plausible: [0.1, 2.8], unit: 'g/cm³' },
  moisture: {
    category: 'physical',
    unit: '%',
  },
  wetAggregateStability: {
    category: 'physical',
    unit: '%',
  },

  POXC: {
    category: 'biological',
    ...mass,
  },
} satisfies Record<string, Analyte>;

/** Code of an analyte. */
export type AnalyteCode = keyof typeof table;

const rows: Record<AnalyteCode, Analyte> = table;

/** An analyte with its code. */
export interface KnownAnalyte extends Analyte {
  code: AnalyteCode;
}

const known = (Object.keys(table) as AnalyteCode[]).map((code): KnownAnalyte => ({ code, ...rows[code] }));
const byCode = new Map<string, KnownAnalyte>(known.map((one) => [one.code, one]));

/** All codes. */
export const analyteCodes = known.map(({ code }) => code);

/** Symbols of elements as they are written, with the code of what laboratories mean by them. */
export const elementSymbols: ReadonlyMap<string, AnalyteCode> = new Map([
  ['N', 'TN'],
  ...known.flatMap(({ code }) => (/^[A-Z][a-z]?$/.test(code) ? [[code, code] as const] : [])),
]);

/** The analyte with exactly this code. */
export function analyteOf(code: string): KnownAnalyte | undefined {
  return byCode.get(code);
}
