import { type AnalyteCode, analyteOf } from '../analytes.ts';

/** What is wrong with a number: `impossible` is beyond a limit of physics, `implausible` beyond what soils are known to have. */
export type SoilFlag = 'impossible' | 'implausible';

type Range = readonly [least: number, most: number];

/** Shares of a whole, and contents as a part of the mass; a content is never below nothing. */
const byUnit: Record<string, Range> = {
  // Water solutions of acids and bases of one mol per litre.
  pH: [0, 14],
  '%': [0, 100],
  'mg/kg': [0, 1_000_000],
};
const anyContent: Range = [0, Number.POSITIVE_INFINITY];

/** Percentages that may exceed 100. */
const others: Partial<Record<AnalyteCode, Range>> = {
  // Of the dry mass: peat holds many times its own.
  moisture: anyContent,
  // Pure magnesium carbonate neutralises as 118.7 g of calcium carbonate (molar masses 100.09 and 84.31).
  CCE: [0, 119],
  // Extracts dissolve carbonates, which are then counted as bases: calcareous soils have more than 100 %.
  BS: anyContent,
  BSCa: anyContent,
  BSMg: anyContent,
  BSK: anyContent,
  BSNa: anyContent,
  BSH: anyContent,
};

/** Beyond this a saturation is doubtful. */
const plausibleShare: Range = [0, 100];

/**
 * What is wrong with a number in the unit of its analyte; undefined for what soils have. No unit makes an impossible one right.
 *
 * @example flagOf('pH', 65) // 'impossible'
 * @example flagOf('CEC', 3000) // 'implausible'
 */
export function flagOf(code: string, value: number): SoilFlag | undefined {
  const analyte = analyteOf(code);
  if (!analyte) return undefined;
  const limit = others[analyte.code] ?? byUnit[analyte.unit] ?? anyContent;
  if (!isWithin(limit, value)) return 'impossible';
  const plausible = analyte.plausible ?? (analyte.category === 'saturation' ? plausibleShare : undefined);
  return plausible && !isWithin(plausible, value) ? 'implausible' : undefined;
}

/** The limit that an impossible number is beyond, in words: `0 to 14`. */
export function limitText(code: string): string {
  const analyte = analyteOf(code);
  const [least, most] = (analyte && (others[analyte.code] ?? byUnit[analyte.unit])) ?? anyContent;
  if (!Number.isFinite(most)) return `${least} or more`;
  const unit = analyte?.unit === '%' ? ' %' : analyte?.unit === 'pH' ? '' : ` ${analyte?.unit}`;
  return `${least} to ${most.toLocaleString('en-US')}${unit}`;
}

const isWithin = ([least, most]: Range, value: number) => value >= least && value <= most;
