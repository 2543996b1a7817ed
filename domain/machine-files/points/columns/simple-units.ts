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
  | 'pressure'
  | 'speed'
  | 'massPerArea'
  | 'volumePerArea'
  | 'countPerArea'
  | 'countPerLength'
  | 'areaPerTime'
  | 'massPerTime'
  | 'volumePerTime';

/** A unit that is not one per another. */
export interface SimpleUnit {
  dimension: Dimension;
  /** A value times this is in the dimension's base unit: m, m2, kg, L, seeds, s, %, degrees, N and Pa. */
  factor: number;
  /** Other spellings, in lower case and without spaces and punctuation (`tokenOf`). */
  spellings?: string;
  /** The unit in which answers give its values, which clients know. */
  shownIn?: string;
  /** Whether it is a US customary or imperial unit. */
  isCustomary?: true;
  /** What a reader takes for granted who reads the unit so, as a clause. */
  assumption?: string;
  /** Other factors for some crops, by their canonical names (`cropName`). */
  ofCrops?: Readonly<Record<string, number>>;
  /** Set if the unit has no weight of its own: the member of the setting `unitWeights` with the kilograms of one. `factor` is 1. */
  weighedBy?: WeighedUnit;
}

/** Units whose weight only a setting gives. */
export const weighedUnits = ['bale'] as const;
export type WeighedUnit = (typeof weighedUnits)[number];

const pound = 0.45359237; // international pound, exact (NIST Handbook 44, appendix C)
const gallon = 3.785411784; // US gallon, exact (NIST Handbook 44, appendix C)
const imperialGallon = 4.54609; // exact (Units of Measurement Regulations 1995, UK)
const customary = { isCustomary: true } as const;

/** The units of machine files by the name that Furrow gives them. No other table has a factor of one. */
export const simpleUnits = {
  m: { dimension: 'length', factor: 1, spellings: 'meter meters metre metres metro metros' },
  km: { dimension: 'length', factor: 1000, spellings: 'kilometer kilometers kilometre kilometres' },
  cm: { dimension: 'length', factor: 0.01, spellings: 'centimeter centimeters centimetre centimetres' },
  mm: { dimension: 'length', factor: 0.001, spellings: 'millimeter millimeters millimetre millimetres' },
  ft: { dimension: 'length', factor: 0.3048, spellings: 'feet foot fts pie pies pe pes', ...customary }, // international foot, exact
  in: {
    dimension: 'length',
    factor: 0.0254, // international inch, exact
    spellings: 'inch inches zoll pouce pouces pulgada pulgadas polegada polegadas',
    ...customary,
  },
  yd: { dimension: 'length', factor: 0.9144, spellings: 'yard yards', ...customary },
  mi: { dimension: 'length', factor: 1609.344, spellings: 'mile miles', ...customary },
  nmi: { dimension: 'length', factor: 1852, spellings: 'nauticalmile nauticalmiles', shownIn: 'km' },
  m2: { dimension: 'area', factor: 1, spellings: 'sqm qm squaremeter squaremeters squaremetre squaremetres' },
  are: { dimension: 'area', factor: 100, spellings: 'ares', shownIn: 'ha' },
  da: { dimension: 'area', factor: 1000, spellings: 'daa dekar decare decares 10a', shownIn: 'ha' },
  ha: { dimension: 'area', factor: 10_000, spellings: 'hectare hectares hektar hectarea hectareas' },
  ac: { dimension: 'area', factor: 4046.8564224, spellings: 'acre acres acr acs', ...customary }, // 43,560 square feet
  ft2: { dimension: 'area', factor: 0.09290304, spellings: 'sqft squarefoot squarefeet', ...customary },
  kg: { dimension: 'mass', factor: 1, spellings: 'kgs kilo kilos kilogram kilograms kilogramm kilogramme kilogramo' },
  g: { dimension: 'mass', factor: 0.001, spellings: 'gram grams gramm gramme grammes gramos gramas gr' },
  mg: { dimension: 'mass', factor: 1e-6, spellings: 'milligram milligrams' },
  t: {
    dimension: 'mass',
    factor: 1000,
    spellings:
      'tonne tonnes tonnen tonnet mt metricton metrictons tonmetric tonsmetric megagram megagrams tonelada toneladas mton mtons',
  },
  // A decitonne, and so is a metric quintal: a hundred kilograms by its name.
  dt: {
    dimension: 'mass',
    factor: 100,
    spellings: 'dz dezitonne dezitonnen doppelzentner q qx quintal quintaux',
    shownIn: 't',
  },
  qq: { dimension: 'mass', factor: 100, spellings: 'qqs', shownIn: 't', assumption: 'a quintal has 100 kg' },
  // CEPEA (University of São Paulo) quotes soybeans, corn, wheat and coffee by the saca of 60 kg, and paddy rice by that of 50 kg.
  sc: {
    dimension: 'mass',
    factor: 60,
    spellings: 'saca sacas saco sacos scs sc60kg sc60',
    shownIn: 't',
    assumption: 'a saca has 60 kg, one of rice 50 kg',
    ofCrops: { rice: 50, 'rice medium': 50, 'rice long': 50 },
  },
  bale: {
    dimension: 'mass',
    factor: 1,
    spellings: 'bales ballen ballots balle balles paca pacas fardo fardos',
    shownIn: 't',
    weighedBy: 'bale',
  },
  lb: { dimension: 'mass', factor: pound, spellings: 'lbs pound pounds lbm lbsm lbmass', ...customary },
  oz: {
    dimension: 'mass',
    factor: pound / 16,
    spellings: 'ounce ounces ozm ozmass ozwt ozdry dryoz ozavdp',
    ...customary,
  },
  cwt: {
    dimension: 'mass',
    factor: 100 * pound, // NIST Handbook 44, appendix C
    spellings: 'cwts shortcwt uscwt hundredweight',
    shownIn: 'lb',
    ...customary,
  },
  longcwt: {
    dimension: 'mass',
    factor: 112 * pound, // NIST Handbook 44, appendix C
    spellings: 'cwtlong ukcwt impcwt cwtimp cwtuk',
    shownIn: 'lb',
    ...customary,
  },
  ton: {
    dimension: 'mass',
    factor: 2000 * pound, // NIST Handbook 44, appendix C
    spellings: 'tons shortton shorttons ston stons uston ustons tonus tonsus tonshort tonsshort tn tnsh shtn',
    ...customary,
  },
  longton: {
    dimension: 'mass',
    factor: 2240 * pound, // NIST Handbook 44, appendix C
    spellings: 'longtons tonlong tonslong ukton uktons tonuk tonsuk imperialton imperialtons impton imptons tonimp ltn',
    shownIn: 'ton',
    ...customary,
  },
  L: { dimension: 'volume', factor: 1, spellings: 'l ltr ltrs lt lts liter liters litre litres litro litros' },
  mL: { dimension: 'volume', factor: 0.001, spellings: 'milliliter milliliters millilitre millilitres cc cm3 ccm' },
  hL: {
    dimension: 'volume',
    factor: 100,
    spellings: 'hl hectoliter hectolitre hectolitres hektoliter hectolitro hectolitros',
    shownIn: 'L',
  },
  ML: { dimension: 'volume', factor: 1e6, spellings: 'megaliter megaliters megalitre megalitres', shownIn: 'm3' },
  mm3: { dimension: 'volume', factor: 1e-6, spellings: 'cubicmillimeter cubicmillimetre' },
  m3: { dimension: 'volume', factor: 1000, spellings: 'cbm cum cubicmeter cubicmeters cubicmetre cubicmetres kl' },
  gal: {
    dimension: 'volume',
    factor: gallon,
    spellings: 'gals gallon gallons usgal usgals galus galsus usgallon usgallons gallonus gallonsus usg galliq',
    ...customary,
  },
  qt: { dimension: 'volume', factor: gallon / 4, spellings: 'qts quart quarts usqt qtus', ...customary },
  pt: { dimension: 'volume', factor: gallon / 8, spellings: 'pts pint pints uspt ptus', ...customary },
  floz: {
    dimension: 'volume',
    factor: gallon / 128,
    spellings: 'fluidoz fluidounce fluidounces ozfl ozfluid ozliq ozliquid liqoz usfloz flozus ozf flozs',
    ...customary,
  },
  impgal: {
    dimension: 'volume',
    factor: imperialGallon,
    spellings:
      'impgals galimp galsimp imperialgallon imperialgallons gallonimp impgallon impgallons ukgal galuk gallonuk igal ukgallon ukgallons',
    shownIn: 'gal',
    ...customary,
  },
  impqt: {
    dimension: 'volume',
    factor: imperialGallon / 4,
    spellings: 'qtimp ukqt qtuk imperialquart imperialquarts',
    shownIn: 'qt',
    ...customary,
  },
  imppt: {
    dimension: 'volume',
    factor: imperialGallon / 8,
    spellings: 'ptimp ukpt ptuk imperialpint imperialpints',
    shownIn: 'pt',
    ...customary,
  },
  impfloz: {
    dimension: 'volume',
    factor: imperialGallon / 160,
    spellings: 'flozimp ukfloz flozuk',
    shownIn: 'floz',
    ...customary,
  },
  bu: { dimension: 'volume', factor: 35.2390702, spellings: 'bushel bushels bsh bus', ...customary }, // 2150.42 cubic inches
  seeds: {
    dimension: 'count',
    factor: 1,
    spellings:
      'seed sd sds sem semilla semillas semente sementes graine graines grain grains korn korner koerner samen pflanzen plant plants plante plantes planta plantas kernel kernels',
  },
  ksds: {
    dimension: 'count',
    factor: 1000,
    spellings:
      'ksd kseed kseeds ks thousandseeds 1000seeds 1000sds seeds1000 seedsx1000 kplants tsdkorner 1000korner 1000graines millegraines milsemillas 1000semillas milsementes 1000sementes milplantas',
    shownIn: 'seeds',
  },
  s: { dimension: 'time', factor: 1, spellings: 'sec secs second seconds sek sekunden' },
  min: { dimension: 'time', factor: 60, spellings: 'mins minute minutes' },
  h: { dimension: 'time', factor: 3600, spellings: 'hr hrs hour hours std stunde stunden heure hora' },
  percentage: { dimension: 'percent', factor: 1, spellings: '% prcnt percent pct perc vh prozent pourcent' },
  arcdeg: {
    dimension: 'angle',
    factor: 1,
    spellings: '° deg degs degree degrees grad degre degres grado grados grau graus',
  },
  rad: { dimension: 'angle', factor: 180 / Math.PI, spellings: 'radian radians', shownIn: 'arcdeg' },
  lbf: { dimension: 'force', factor: 4.4482216152605, spellings: 'lbsf poundforce lbforce', ...customary },
  kgf: { dimension: 'force', factor: 9.80665, spellings: 'kp kgforce' },
  N: { dimension: 'force', factor: 1, spellings: 'n newton newtons' },
  daN: { dimension: 'force', factor: 10, spellings: 'dan', shownIn: 'N' },
  kN: { dimension: 'force', factor: 1000, shownIn: 'N' },
  Pa: { dimension: 'pressure', factor: 1, spellings: 'pa pascal' },
  kPa: { dimension: 'pressure', factor: 1000, spellings: 'kpa kilopascal' },
  bar: { dimension: 'pressure', factor: 100_000, spellings: 'bars' },
  psi: { dimension: 'pressure', factor: 6894.757293168361, ...customary },
} as const satisfies Record<string, SimpleUnit>;

export type SimpleUnitName = keyof typeof simpleUnits;

/** The units that a text may mean. */
interface NamedUnits {
  /** The most likely first: the name of the column, the other part of the unit, or the values decide. */
  means: readonly SimpleUnitName[];
  /** The unit that it would mean with letters in another case. */
  inOtherCase?: SimpleUnitName;
}

/** Spellings that several units have: an ounce is one of mass or a fluid one, and a gauge of force shows pounds. */
const several: Record<string, readonly SimpleUnitName[]> = {
  oz: ['oz', 'floz'],
  ozs: ['oz', 'floz'],
  ounce: ['oz', 'floz'],
  ounces: ['oz', 'floz'],
  lb: ['lb', 'lbf'],
  lbs: ['lb', 'lbf'],
  pound: ['lb', 'lbf'],
  pounds: ['lb', 'lbf'],
  kg: ['kg', 'kgf'],
  '#': ['lb', 'seeds'],
  s: ['s', 'seeds'],
  a: ['ac', 'are'],
  ton: ['ton', 't'],
  tons: ['ton', 't'],
  tn: ['ton', 't'],
  // French for feet, and for plants.
  pied: ['ft', 'seeds'],
  pieds: ['ft', 'seeds'],
};

/** Units whose meaning depends on the case of their letters: a megagram is a milliard milligrams. */
const byCase: Record<string, NamedUnits> = {
  Mg: { means: ['t'], inOtherCase: 'mg' },
  mg: { means: ['mg'], inOtherCase: 't' },
  MG: { means: ['t', 'mg'] },
  mG: { means: ['t', 'mg'] },
  ML: { means: ['ML'], inOtherCase: 'mL' },
  Ml: { means: ['mL', 'ML'] },
  mL: { means: ['mL'], inOtherCase: 'ML' },
  ml: { means: ['mL'], inOtherCase: 'ML' },
  S: { means: ['seeds', 's'] },
  T: { means: ['ton', 't'] },
};

/** Those within a text in capitals, where case says nothing. */
const inCapitals: Record<string, NamedUnits> = {
  ML: { means: ['mL', 'ML'] },
  S: { means: ['s', 'seeds'] },
};

const bySpelling = new Map<string, readonly SimpleUnitName[]>(
  (Object.entries(simpleUnits) as [SimpleUnitName, SimpleUnit][]).flatMap(([name, { spellings = '' }]) =>
    [name.toLowerCase(), ...spellings.split(' ')].filter(Boolean).map((spelling) => [spelling, [name]] as const),
  ),
);

/**
 * A unit without spaces and punctuation, and with superscripts on the line.
 *
 * @example tokenOf('fl. oz') // 'floz'
 */
export function tokenOf(written: string): string {
  return written.normalize('NFKD').replace(/[\p{Mn}\s._()[\]^*\-–"']/gu, '');
}

/**
 * The simple units that a text may mean; none for an unknown one.
 *
 * @param isInCapitals whether all of the text around it is in capitals, so that its own case says nothing.
 * @example namedUnits('oz', false).means // ['oz', 'floz']
 */
export function namedUnits(written: string, isInCapitals: boolean): NamedUnits {
  const token = tokenOf(written);
  const lower = token.toLowerCase();
  const cased = isInCapitals && Object.hasOwn(inCapitals, token) ? inCapitals : byCase;
  if (Object.hasOwn(cased, token)) return cased[token] ?? { means: [] };
  return { means: (Object.hasOwn(several, lower) ? several[lower] : undefined) ?? bySpelling.get(lower) ?? [] };
}

/** All spellings of simple units in lower case, for which every reading is tried. */
export const unitSpellings: readonly string[] = [
  ...new Set([...bySpelling.keys(), ...Object.keys(several), ...Object.keys(byCase)]),
];
