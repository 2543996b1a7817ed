import { analyteNamed, type NamedAnalyte } from '../analyte-names.ts';
import type { AnalyteCode } from '../analytes.ts';
import { type MethodKey, methodIn, methodOfToken } from '../methods.ts';
import { unitIn, unitOf } from '../units.ts';
import { foldedSymbol, isImpossible, type SymbolCase } from './symbols.ts';

/** What a heading of a column of results names. */
export interface ResultHeading {
  code?: AnalyteCode;
  /** Mass of the analyte in a mass of what the heading names, as of P in P2O5. */
  share?: number;
  /** As the heading spells it. */
  unit?: string;
  method?: MethodKey;
  /** The words that named the method. */
  methodWords?: string;
  /** Whether it is a symbol that may mean one thing or another: MO without a unit. */
  isDoubtful?: true;
}

/** What the headings of a table say of one of them. */
export interface HeadingContext extends SymbolCase {
  /** The names of all headings. */
  beside: readonly string[];
  /** The unit that another cell names for it. */
  unit?: string;
}

const alone: HeadingContext = { isCapital: false, isSmall: false, beside: [] };

/** Words of a heading that say nothing of the analyte. */
const fillers = new Set(
  `soil icap icp ext extractable available avail exchangeable exch conc concentration value result ae level test by as in of gehalt wert
   verfugbar pflanzenverfugbar austauschbar boden sol suelo solo echangeable ech assimilable disponible disponivel intercambiable trocavel teneur
   contenido teor soluble`.split(/\s+/),
);

/**
 * Reads a heading such as `Phosphorus M3 ICAP ppm P`: a whole name first, then without its unit and its method. Words
 * that are left must name one analyte.
 *
 * @example resultHeading('Mehlich P-III ppm P') // { code: 'P', unit: 'ppm', method: 'mehlich3', methodWords: 'Mehlich P-III' }
 */
export function resultHeading(heading: string, context: HeadingContext = alone): ResultHeading {
  const read = readHeading(heading, context);
  if (read.code) return read;
  // Words without spaces: olsenP.
  const parted = heading.replaceAll(/([a-z]{3})([A-Z])/g, '$1 $2');
  return parted === heading ? read : readHeading(parted, context);
}

/** The heading without its unit. @example nameIn('Ca (ppm)') // 'Ca' */
export function nameIn(heading: string): string {
  return takeUnit(spaced(heading)).rest;
}

function readHeading(heading: string, context: HeadingContext): ResultHeading {
  const text = spaced(heading);
  const special = specialHeadings.get(text.toLowerCase());
  if (special) return special;
  const { rest: withoutUnit, unit } = takeUnit(text);
  const given = unit ?? context.unit;
  const unitKey = given === undefined ? undefined : unitIn(given);
  const known = (words: string): Meaning => meaningOf(words, unitKey, context);
  const stated = unit !== undefined && { unit };
  const whole = withoutUnit === text ? undefined : analyteNamed(text);
  if (whole) return { ...whole, ...stated };
  const named = known(withoutUnit);
  if (named === 'doubtful') return { isDoubtful: true, ...stated };
  if (named) return { ...named, ...stated };
  const { rest = withoutUnit, method, words } = methodIn(withoutUnit) ?? methodBehindSymbol(withoutUnit) ?? {};
  const found = rest === '' ? undefined : analyteIn(rest, known);
  if (found === 'doubtful') return { isDoubtful: true, ...stated };
  const code = measuredBy(method, found?.code);
  return {
    ...(code && { code }),
    ...(found?.share !== undefined && { share: found.share }),
    ...stated,
    ...(code && method && words && { method, methodWords: words }),
  };
}

type Meaning = NamedAnalyte | 'doubtful' | undefined;

/** What one word or name measures. Symbols in another case are what their unit says. */
function meaningOf(words: string, unit: ReturnType<typeof unitIn>, context: HeadingContext): Meaning {
  const name = withoutEnds(words);
  const named = analyteNamed(name);
  if (named) return isImpossible(name, named.code, unit) ? 'doubtful' : named;
  return foldedSymbol(words.trim(), unit, context, context.beside);
}

/** A text without separators around it. */
function withoutEnds(text: string): string {
  const isSeparator = (character: string | undefined) => character !== undefined && ' \t,:;/_-.'.includes(character);
  let [from, to] = [0, text.length];
  while (from < to && isSeparator(text[from])) from++;
  while (to > from && isSeparator(text[to - 1])) to--;
  return text.slice(from, to);
}

/** An abbreviation of the method behind a symbol: P-M3, P-B. */
function methodBehindSymbol(text: string): { rest: string; method: MethodKey; words: string } | undefined {
  const [, symbol = '', token = ''] = /^([A-Z][a-z]?)[-_ ]([A-Z][A-Z0-9]{0,6})$/.exec(text) ?? [];
  const method = methodOfToken(token) ?? (symbol === 'P' && token === 'B' ? 'bray1' : undefined);
  return method && { rest: symbol, method, words: token };
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
  const formed = unitWithForm(inside);
  if (formed) return { rest: `${before} ${formed.form} ${after}`.trim(), unit: formed.unit };
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

/** A unit that says of what it is: mg P2O5/100 g. */
function unitWithForm(text: string): { unit: string; form: string } | undefined {
  const [, over = '', form = '', under = ''] = /^\s*(\w{1,6})\s+([A-Za-z0-9-]{1,6})\s?\/\s?(.{1,20})$/.exec(text) ?? [];
  const unit = `${over}/${under}`.trim();
  return analyteNamed(form) && unitOf(unit) ? { unit, form } : undefined;
}

/** Spellings of units that are names in headings. */
const isName = (unit: string) => /^(?:ph|meq|su)$/i.test(unit);

/** The analyte that all words name, or that the words name together. */
function analyteIn(words: string, known: (words: string) => Meaning): Meaning {
  const together = known(words);
  if (together) return together;
  const [, before = '', inside = '', after = ''] = /^([^([]*)[([]([^)\]]*)[)\]]([^)\]]*)$/.exec(words) ?? [];
  const outside = inside === '' ? undefined : known(`${before} ${after}`.trim());
  // An abbreviation in brackets: Organic Matter (OM).
  if (outside && outside !== 'doubtful' && isSame(outside, known(inside))) return outside;
  const meant = words.split(/[\s/()[\],;:]+/).filter((word) => /[a-z%]/i.test(word) && !fillers.has(plain(word)));
  if (meant.length === 0) return undefined;
  const joined = known(meant.join(' '));
  if (joined) return joined;
  const meanings = meant.map(known);
  const named = meanings.flatMap((one) => (one && one !== 'doubtful' ? [one] : []));
  const codes = new Set(named.map(({ code }) => code));
  if (named.length === meant.length && codes.size === 1)
    return named.find(({ share }) => share !== undefined) ?? named[0];
  // A full name before the symbol of the element: "Sulfate-S ppm S", "2N KCl NO3-N ppm N".
  const [first, ...symbols] = meant;
  const isSymbol = symbols.length > 0 && symbols.every((symbol) => /^(?:n|s|p|c)$/i.test(symbol));
  return isSymbol && first ? known(first) : undefined;
}

const isSame = (named: NamedAnalyte, other: Meaning) => other === 'doubtful' || other?.code === named.code;

const plain = (word: string) =>
  word
    .normalize('NFKD')
    .replaceAll(/[\p{M}.]/gu, '')
    .toLowerCase();

const buffers: (MethodKey | undefined)[] = [
  'smp',
  'sikora',
  'adamsEvans',
  'modifiedAdamsEvans',
  'woodruff',
  'mehlichBuffer',
];

const salts: (MethodKey | undefined)[] = ['calciumChloride', 'potassiumChloride'];

const ofPhosphorus: MethodKey[] = ['bray1', 'bray2', 'olsen'];

/** A buffer and a salt have a pH of their own, and extracts of Bray and Olsen are for phosphorus, so that headings leave this out. */
function measuredBy(method: MethodKey | undefined, code: AnalyteCode | undefined): AnalyteCode | undefined {
  if (salts.includes(method) && code === 'pH') return 'saltPH';
  if (buffers.includes(method) && (code === undefined || code === 'pH')) return 'BpH';
  return code ?? (method && ofPhosphorus.includes(method) ? 'P' : undefined);
}
