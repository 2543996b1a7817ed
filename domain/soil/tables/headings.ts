import { type AnalyteCode, analyteNamed } from '../analytes.ts';
import { type MethodKey, methodIn } from '../methods.ts';
import { unitIn, unitOf } from '../units.ts';

/** What a heading of a column of results names. */
export interface ResultHeading {
  code?: AnalyteCode;
  /** As the heading spells it. */
  unit?: string;
  method?: MethodKey;
  /** The words that named the method. */
  methodWords?: string;
}

/** Words of a heading that say nothing of the analyte. */
const fillers = new Set([
  'soil',
  'icap',
  'icp',
  'ext',
  'extractable',
  'available',
  'avail',
  'exchangeable',
  'conc',
  'concentration',
  'value',
  'result',
  'ae',
  'level',
  'test',
  'by',
]);

/**
 * Reads a heading such as `Phosphorus M3 ICAP ppm P`: a whole name first, then without its unit and its method. Words
 * that are left must name one analyte.
 *
 * @example resultHeading('Mehlich P-III ppm P') // { code: 'P', unit: 'ppm', method: 'mehlich3', methodWords: 'Mehlich P-III' }
 */
export function resultHeading(heading: string): ResultHeading {
  const read = readHeading(heading);
  if (read.code) return read;
  // Words without spaces: olsenP.
  const parted = heading.replaceAll(/([a-z]{3})([A-Z])/g, '$1 $2');
  return parted === heading ? read : readHeading(parted);
}

function readHeading(heading: string): ResultHeading {
  const special = specialHeadings.get(spaced(heading).toLowerCase());
  if (special) return special;
  const whole = analyteNamed(heading);
  if (whole) return { code: whole.code };
  const { rest: withoutUnit, unit } = takeUnit(spaced(heading));
  const named = analyteNamed(withoutUnit);
  if (named) return { code: named.code, ...(unit !== undefined && { unit }) };
  const { rest = withoutUnit, method, words } = methodIn(withoutUnit) ?? {};
  const code = measuredBy(method, rest === '' ? undefined : analyteIn(rest));
  return {
    ...(code && { code }),
    ...(unit !== undefined && { unit }),
    ...(code && method && words && { method, methodWords: words }),
  };
}

/** Headings whose words mean something else elsewhere. */
const specialHeadings = new Map<string, ResultHeading>([
  ['p1', { code: 'P', method: 'bray1', methodWords: 'P1' }],
  ['p2', { code: 'P', method: 'bray2', methodWords: 'P2' }],
  ['hco3 p', { code: 'P', method: 'olsen', methodWords: 'HCO3' }],
  ['po4 p', { code: 'PO4P' }],
  ['smp/a&e', { code: 'BpH' }],
]);

const spaced = (heading: string) => heading.replaceAll(/[_\s\u00a0]+/g, ' ').trim();

/** The unit within brackets, at the end, at the beginning (%), or between two names. */
function takeUnit(heading: string): { rest: string; unit?: string } {
  const [, before = '', inside = '', after = ''] = /^([^([]*)[([]([^)\]]*)[)\]](.*)$/.exec(heading) ?? [];
  if (inside !== '' && unitIn(inside)) return { rest: `${before} ${after}`.trim(), unit: inside.trim() };
  const words = heading.split(' ');
  for (let length = Math.min(3, words.length); length >= 1; length--) {
    for (let at = words.length - length; at >= 0; at--) {
      const unit = words.slice(at, at + length).join(' ');
      const key = /^[a-z]$/i.test(unit) ? undefined : unitOf(unit);
      const isUnit = key !== undefined && key !== 'none' && !isName(unit);
      if (isUnit) return { rest: [...words.slice(0, at), ...words.slice(at + length)].join(' '), unit };
    }
  }
  return { rest: heading };
}

/** Spellings of units that are names in headings. */
const isName = (unit: string) => /^(?:ph|meq|su)$/i.test(unit);

/** The analyte that all words name, or that the words name together. */
function analyteIn(words: string): AnalyteCode | undefined {
  const together = analyteNamed(words);
  if (together) return together.code;
  const meant = words.split(/[\s/]+/).filter((word) => /[a-z%]/i.test(word) && !fillers.has(word.toLowerCase()));
  const joined = analyteNamed(meant.join(' '));
  if (joined) return joined.code;
  const codes = new Set(meant.map((word) => analyteNamed(word)?.code));
  const [code] = codes;
  if (codes.size === 1) return code;
  // A full name before the symbol of the element: "Sulfate-S ppm S", "2N KCl NO3-N ppm N".
  const [first, ...symbols] = meant;
  const isSymbol = symbols.length > 0 && symbols.every((symbol) => /^(?:n|s|p|c)$/i.test(symbol));
  return isSymbol && first ? analyteNamed(first)?.code : undefined;
}

const buffers: (MethodKey | undefined)[] = [
  'smp',
  'sikora',
  'adamsEvans',
  'modifiedAdamsEvans',
  'woodruff',
  'mehlichBuffer',
];

/** A buffer has a pH of its own, and Bray's extract is for phosphorus alone, so that headings leave this out. */
function measuredBy(method: MethodKey | undefined, code: AnalyteCode | undefined): AnalyteCode | undefined {
  if (buffers.includes(method) && (code === undefined || code === 'pH')) return 'BpH';
  return code ?? (method === 'bray1' || method === 'bray2' ? 'P' : undefined);
}
