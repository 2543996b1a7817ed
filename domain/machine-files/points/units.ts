import {
  type Dimension,
  namedUnits,
  type SimpleUnit,
  type SimpleUnitName,
  simpleUnits,
  tokenOf,
  type WeighedUnit,
} from './columns/simple-units.ts';

/**
 * A unit. A value times `factor` is in the dimension's base unit: m, m2, kg, L, s, %, degrees, N and combinations of
 * them.
 */
export interface Unit {
  dimension: Dimension;
  factor: number;
}

/** A unit that a text may mean. */
export interface UnitReading extends Unit {
  /** Furrow's name of it, which has this reading alone. */
  unit: string;
  /** Set if the text means it only when the case of its letters is wrong. */
  isOtherCase?: true;
  /** What a reader takes for granted who reads it so, as a clause. */
  assumption?: string;
  /** Factors that replace `factor` for some crops. */
  ofCrops?: Readonly<Record<string, number>>;
  /** The member of the setting `unitWeights` by which `factor` has to be multiplied: the unit has no weight of its own. */
  weighedBy?: WeighedUnit;
}

const combined: Partial<Record<`${Dimension}/${Dimension}`, Dimension>> = {
  'length/time': 'speed',
  'mass/area': 'massPerArea',
  'volume/area': 'volumePerArea',
  'count/area': 'countPerArea',
  'count/length': 'countPerLength',
  'area/time': 'areaPerTime',
  'mass/time': 'massPerTime',
  'volume/time': 'volumePerTime',
};

/** Units that are written as words, or otherwise not as one unit per another, by their letters in lower case. */
const wholes: Record<string, string> = {
  mph: 'mi/h',
  kph: 'km/h',
  kmh: 'km/h',
  kmph: 'km/h',
  knot: 'nmi/h',
  knots: 'nmi/h',
  kts: 'nmi/h',
  fps: 'ft/s',
  bpa: 'bu/ac',
  gpa: 'gal/ac',
  gph: 'gal/h',
  gpm: 'gal/min',
  lph: 'L/h',
  lpm: 'L/min',
};

const simple: Readonly<Record<string, SimpleUnit>> = simpleUnits;

/**
 * The units that a text may mean, the most likely first: a file has one of them, which the column's name and its values
 * decide. `1/m2` is a count.
 *
 * @returns empty for an unknown unit.
 * @example readingsOf('oz/ac').map(({ unit }) => unit) // ['oz/ac', 'floz/ac']
 * @example readingsOf('MG/HA').map(({ unit }) => unit) // ['t/ha', 'mg/ha']
 */
export function readingsOf(written: string): UnitReading[] {
  const known = read.get(written);
  if (known) return known;
  const found = readingsOfParts(partsOf(written));
  if (read.size < mostRead) read.set(written, found);
  return found;
}

/** Readings by text: the same few units are asked for with every point column. */
const read = new Map<string, UnitReading[]>();
const mostRead = 2_000;

function readingsOfParts([top = '', bottom, more]: string[]): UnitReading[] {
  if (more !== undefined) return [];
  const isInCapitals = isCapitals(top) && bottom !== undefined && isCapitals(bottom);
  const { means, inOtherCase } = tokenOf(top) === '1' ? countOf : namedUnits(top, isInCapitals);
  const tops = [
    ...means.map((name) => ({ name })),
    ...(inOtherCase ? [{ name: inOtherCase, isOtherCase: true as const }] : []),
  ];
  if (bottom === undefined) return tops.map(({ name, ...how }) => ({ ...one(name), ...how }));
  const bottoms = namedUnits(bottom, isInCapitals).means;
  const known = tops.flatMap(({ name, ...how }) =>
    bottoms.flatMap((below) => {
      const reading = per(name, below, top);
      return reading ? [{ ...reading, ...how }] : [];
    }),
  );
  // A ton of 2,000 lb has its acres, and a ton of 1,000 kg its hectares.
  const alike = known.filter(({ unit }) => isOfOneSystem(unit));
  return alike.length > 0 ? alike : known;
}

/** What `1/m2` counts. */
const countOf: ReturnType<typeof namedUnits> = { means: ['seeds'] };

function one(name: SimpleUnitName): UnitReading {
  const { dimension, factor, assumption, ofCrops, weighedBy }: SimpleUnit = simpleUnits[name];
  return {
    unit: name,
    dimension,
    factor,
    ...(assumption && { assumption }),
    ...(ofCrops && { ofCrops }),
    ...(weighedBy && { weighedBy }),
  };
}

function per(above: SimpleUnitName, below: SimpleUnitName, written: string): UnitReading | undefined {
  const [upper, lower]: [SimpleUnit, SimpleUnit] = [simpleUnits[above], simpleUnits[below]];
  const dimension = combined[`${upper.dimension}/${lower.dimension}`];
  if (!dimension) return undefined;
  const ofLetter = `${written} is a ton of ${above === 'ton' ? '2,000 lb' : '1,000 kg'}`;
  const assumption = below === 'ac' && written.toLowerCase() === 't' ? ofLetter : upper.assumption;
  const { unit: _, ofCrops, ...reading } = one(above);
  const rates = Object.entries(ofCrops ?? {}).map(([crop, factor]) => [crop, factor / lower.factor] as const);
  return {
    ...reading,
    unit: `${above}/${below}`,
    dimension,
    factor: upper.factor / lower.factor,
    ...(assumption && { assumption }),
    ...(ofCrops && { ofCrops: Object.fromEntries(rates) }),
  };
}

function isCapitals(text: string): boolean {
  return text !== text.toLowerCase() && text === text.toUpperCase();
}

function isOfOneSystem(unit: string): boolean {
  const [above, below] = unit.split('/').map((name) => simple[name]);
  const isOfGround = below?.dimension === 'area' && (above?.dimension === 'mass' || above?.dimension === 'volume');
  return !isOfGround || above?.isCustomary === below?.isCustomary;
}

/**
 * Parses a unit as manufacturers write it: `lb/ac`, `lb1ac-1` (John Deere), `tonne/ha`, `kg ha-1`, `mi/hr`, `%`. Of several
 * readings it is the most likely one.
 *
 * @returns undefined for an unknown unit, whose values cannot be used, and for one whose weight only a setting gives.
 * @example parseUnit('km/h')?.dimension // 'speed'
 */
export function parseUnit(written: string): Unit | undefined {
  const [first] = readingsOf(written);
  return first?.weighedBy ? undefined : first;
}

/** Spellings that clients know, and that are not one unit per another by its names. */
const shown: Record<string, string> = { 'mi/h': 'mi/hr' };

/**
 * The unit in which answers give values that were read in another; an unknown unit stays as it is. It has the same dimension,
 * and the same factor unless clients would not know the unit: decitonnes are shown in tonnes.
 *
 * @example shownUnit('mph') // 'mi/hr', as for `mi/h`
 * @example shownUnit('lb1ac-1') // 'lb/ac'
 * @example shownUnit('dt/ha') // 't/ha'
 */
export function shownUnit(written: string): string {
  const [reading] = readingsOf(written);
  if (!reading || reading.weighedBy) return written.trim();
  const spelled = reading.unit
    .split('/')
    .map((name) => simple[name]?.shownIn ?? name)
    .join('/');
  return shown[spelled] ?? spelled;
}

/** Cuts a unit into what is above and what is below: `kg/ha`, `kg per ha`, `kg ha-1`, `kg1ha-1` and `kgha` are the same. */
function partsOf(written: string): string[] {
  const text = written
    .trim()
    .normalize('NFKC')
    .replace(/[\u2212\u207B]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/ p(?:er|ro|ar|or) /gi, '/');
  const whole = wholes[tokenOf(text).toLowerCase()] ?? (text === 'kn' || text === 'kt' ? 'nmi/h' : undefined);
  const parts = (whole ?? inverted(text) ?? text).split('/').map((part) => part.trim());
  if (parts.length > 1 || namedUnits(text, false).means.length > 0) return parts;
  return together(text) ?? parts;
}

/** The form with a slash of a unit to the power of minus one. */
function inverted(text: string): string | undefined {
  if (!text.endsWith('-1')) return undefined;
  const bare = text.slice(0, -2).replace(/\^$/, '');
  // `lb1ac-1` of John Deere, or words.
  const at = Math.max(bare.lastIndexOf('1'), bare.lastIndexOf(' '), bare.lastIndexOf('.'), bare.lastIndexOf('*'));
  const dot = Math.max(at, bare.lastIndexOf('\u00B7'), bare.lastIndexOf('_'));
  return dot > 0 ? `${bare.slice(0, dot).trim()}/${bare.slice(dot + 1)}` : undefined;
}

/** The parts of a unit without anything between them, such as `kgha`. */
function together(text: string): string[] | undefined {
  const [, top = '', bottom = ''] = /^([a-z]{1,6}?)(ha|ac|acre)$/i.exec(tokenOf(text)) ?? [];
  return top !== '' && namedUnits(top, false).means.length > 0 ? [top, bottom] : undefined;
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
  const names = readingsOf(unit)[0]?.unit.split('/') ?? [];
  return names.some((name) => simple[name]?.isCustomary === true);
}
