import { analyteOf, type KnownAnalyte } from './analytes.ts';
import { isWithoutMethod, methodIn, methodOf } from './methods.ts';
import type { DoubtfulValues } from './plausibility/doubtful-values.ts';
import { flagOf } from './plausibility/soil-flags.ts';
import type { RawDepth, RawResult, RawSample } from './raw-reading.ts';
import { lettersOf, type WarningLog } from './reading-problems.ts';
import { defaultUnitOf, type SoilParameters } from './soil-parameters.ts';
import type { SoilDepth, SoilResult, SoilSample } from './soil-reading.ts';
import { resultHeading } from './tables/headings.ts';
import { centimetresOf, factorBetween, unitIn } from './units.ts';

/** Different texts that are remembered: a file has few headings and units, and many results. */
const maxRemembered = 10_000;

/** What a name measures, whose unit may decide that: both between a line break. */
const analyteCalled = remembered((nameAndUnit) => {
  const [name = '', unit] = nameAndUnit.split('\n');
  const { code, share, isDoubtful } = resultHeading(name, {
    isCapital: false,
    isSmall: false,
    beside: [],
    ...(unit && { unit }),
  });
  return { code, share, isDoubtful };
});
/** A method by its name, or as words of its description; identifiers of tests have none. */
const methodCalled = remembered(
  (text) => methodOf(text) ?? (text.startsWith('S-') ? undefined : methodIn(text)?.method),
);
const extractIn = remembered(methodIn);
const unitCalled = remembered((spelling) => unitIn(spelling) ?? unitIn(methodIn(spelling)?.rest ?? spelling));

/** What the samples of a zip need while they are read. */
export interface CanonicalReading {
  log: WarningLog;
  doubtful: DoubtfulValues;
  parameters: SoilParameters;
}

/** Where a result stands. */
interface Place {
  sampleId: string;
  thickness: number | undefined;
  file: string;
}

/** A sample with analytes, canonical units and methods beside the original ones. */
export function canonicalSample(raw: RawSample, file: string, reading: CanonicalReading): SoilSample {
  const { log } = reading;
  const depth = raw.depth && canonicalDepth(raw.depth, file, log);
  const thickness = depth?.centimetres && depth.centimetres.bottom - depth.centimetres.top;
  const results = raw.results.map((result) => canonicalResult(result, { sampleId: raw.id, thickness, file }, reading));
  return { id: raw.id, geometry: raw.geometry, ...(depth && { depth }), results };
}

function canonicalDepth({ top, bottom, unit }: RawDepth, file: string, log: WarningLog): SoilDepth {
  const factor = unit === undefined ? undefined : centimetresOf(unit);
  if (factor === undefined) log.add('depthWithoutUnit', file, `${top}-${bottom}${unit ? ` ${unit}` : ''}`);
  return {
    top,
    bottom,
    ...(unit !== undefined && { unit }),
    ...(factor !== undefined && { centimetres: { top: rounded(top * factor), bottom: rounded(bottom * factor) } }),
  };
}

function canonicalResult(raw: RawResult, place: Place, reading: CanonicalReading): SoilResult {
  const { file } = place;
  const { log } = reading;
  const { original, qualifier, understood } = raw;
  const { code, share, isDoubtful } = understood ?? analyteCalled(`${original.name}\n${original.unit ?? ''}`);
  const analyte = code === undefined ? undefined : analyteOf(code);
  const named = understood?.method ?? original.method;
  // Some laboratories name the extract before the unit.
  const method = named === undefined ? extractIn(original.unit ?? '')?.method : methodCalled(named);
  if (named !== undefined && !method && !isWithoutMethod(named)) log.add('unknownMethod', file, named);
  if (!analyte) log.add(isDoubtful ? 'doubtfulSymbol' : 'unknownAnalyte', file, original.name);
  if (analyte && analyte.code !== 'texture' && raw.value === undefined && hasDigit(original.value))
    log.add('valueIsText', file, `${analyte.code} ("${original.value}")`);
  const canonical = analyte && canonicalValue(raw, { ...analyte, share }, place, reading);
  const flag = analyte && canonical !== undefined ? flagOf(analyte.code, canonical) : undefined;
  if (analyte && flag) {
    const written = [original.value, original.unit].filter(Boolean).join(' ');
    reading.doubtful.add(flag, file, analyte.code, written, placeText(raw, place));
  }
  const value = flag === 'impossible' ? undefined : (canonical ?? ofAnalyte(raw.value, share));
  const given = understood?.unit ?? (analyte && defaultUnitOf(analyte.code, reading.parameters)?.spelling);
  const unit = canonical === undefined ? (original.unit ?? given) : analyte?.unit;
  return {
    code: analyte?.code ?? original.name,
    ...(analyte && { category: analyte.category }),
    ...(value !== undefined && { value, ...(unit !== undefined && { unit }) }),
    ...(method && { method }),
    ...(qualifier && { qualifier }),
    ...(flag && { flag }),
    original,
  };
}

/** Texts with a digit may have been meant as numbers; words such as "trace" were not. */
const hasDigit = (text: string) => /\d/.test(text);

/** The value in the unit of its analyte; undefined for text, and where no factor is known. */
function canonicalValue(
  { original, value, understood }: RawResult,
  analyte: KnownAnalyte & { share: number | undefined },
  { thickness, file }: Place,
  { log, parameters }: CanonicalReading,
): number | undefined {
  if (value === undefined) return undefined;
  const { code, unit: to, isOnlyUnit, equivalentGrams, share } = analyte;
  const stated = original.unit?.trim() ?? '';
  const given = understood?.unit ?? (stated === '' ? defaultUnitOf(code, parameters)?.spelling : undefined);
  const spelling = given ?? stated;
  if (given !== undefined) log.add('unitGiven', file, `${code} (${spelling})`);
  const from = unitCalled(spelling);
  if (from === undefined) log.add('unknownUnit', file, spelling);
  if (from === undefined) return undefined;
  if (from === 'none' && to !== 'none') {
    if (isOnlyUnit && to !== 'pH' && spelling === '') log.add('unitAssumed', file, `${code} in ${to}`);
    if (isOnlyUnit) return ofAnalyte(value, share);
    log.add('noUnit', file, code);
    return undefined;
  }
  const factor = factorBetween({ from, to, equivalentGrams, thickness });
  if (factor === undefined) log.add('unitDoesNotFit', file, `${code} in ${spelling}`);
  if (factor === undefined) return undefined;
  const isArea = from === 'lb/ac' || from === 'kg/ha';
  if (isArea && to !== from) log.add('convertedByDepth', file, `${code} in ${spelling}`);
  return ofAnalyte(value * factor, share);
}

/** A content of an oxide as that of its element. */
function ofAnalyte(value: number, share: number | undefined): number;
function ofAnalyte(value: number | undefined, share: number | undefined): number | undefined;
function ofAnalyte(value: number | undefined, share = 1): number | undefined {
  return value === undefined ? undefined : rounded(value * share);
}

function placeText({ at }: RawResult, { sampleId }: Place): string {
  if (!at) return `sample ${sampleId}`;
  const sheet = at.sheet === undefined ? '' : `, sheet "${at.sheet}"`;
  return `column ${lettersOf(at.column)}, row ${at.row + 1}${sheet}`;
}

/** Without the digits that a factor in binary adds. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

/**
 * A function of a text that computes each answer once.
 *
 * @example const analyte = remembered(analyteNamed);
 */
function remembered<T>(find: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined || known.has(text)) return found as T;
    const answer = find(text);
    if (known.size < maxRemembered) known.set(text, answer);
    return answer;
  };
}
