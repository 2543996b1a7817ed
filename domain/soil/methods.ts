import { type Method, methodTable } from './method-table.ts';

/** Key of a method. */
export type MethodKey = keyof typeof methodTable;

const rows: Record<MethodKey, Method> = methodTable;
const keys = Object.keys(methodTable) as MethodKey[];
const folded = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[\s-]+/g, ' ')
    .trim();
const listed = (text = '') => (text === '' ? [] : text.split(', '));
const byPhrase = new Map(
  keys.flatMap((key) =>
    [key, rows[key].name, ...listed(rows[key].phrases)].map((phrase) => [folded(phrase), key] as const),
  ),
);
const byToken = new Map(keys.flatMap((key) => listed(rows[key].tokens).map((token) => [token, key] as const)));

/** Phrases of methods with their keys, the longest first. */
const methodPhrases: [phrase: string, key: MethodKey][] = [...byPhrase].sort(([a], [b]) => b.length - a.length);

/**
 * The method that a text names, or an identifier of a test, in which its abbreviation stands between hyphens.
 *
 * @example methodOf('S-P-B1-1:10.01.03') // 'bray1'
 */
export function methodOf(text: string): MethodKey | undefined {
  return byPhrase.get(folded(text)) ?? methodOfTest(text);
}

/** A method that a text names among other words. */
export interface FoundMethod {
  method: MethodKey;
  words: string;
  /** The text without these words. */
  rest: string;
}

/**
 * The method whose longest phrase stands in a text as words of its own.
 *
 * @example methodIn('Mehlich 1 mg/kg (ppm)') // { method: 'mehlich1', words: 'Mehlich 1', rest: 'mg/kg (ppm)' }
 */
export function methodIn(text: string): FoundMethod | undefined {
  const words = ` ${text.toLowerCase().replaceAll(/[-\s()[\],_]/g, ' ')} `;
  for (const [phrase, method] of methodPhrases) {
    const at = words.indexOf(` ${phrase} `);
    if (at < 0) continue;
    const end = at + phrase.length;
    return { method, words: text.slice(at, end), rest: `${text.slice(0, at)} ${text.slice(end)}`.trim() };
  }
  return undefined;
}

/** The method with an abbreviation. @example methodOfToken('M3') // 'mehlich3' */
export function methodOfToken(token: string): MethodKey | undefined {
  return byToken.get(token);
}

/** Identifiers begin with S (soil) and the analyte, and end with a number behind a dot. */
function methodOfTest(id: string): MethodKey | undefined {
  return partsOf(id)
    ?.flatMap((part) => byToken.get(part) ?? byToken.get(part.replace(/^([A-Z]+)\d$/, '$1')) ?? [])
    .at(-1);
}

/**
 * Whether an identifier of a test names no extraction, as for values that are computed from others.
 *
 * @example isWithoutMethod('S-CEC.19') // true
 */
export function isWithoutMethod(id: string): boolean {
  return partsOf(id)?.length === 0;
}

/** What an identifier of a test says after the analyte, which may be a base saturation (BS-CA). */
function partsOf(id: string): string[] | undefined {
  const [kind, analyte, ...parts] = (id.toUpperCase().split('.')[0] ?? '').split('-');
  if (kind !== 'S' || analyte === undefined) return undefined;
  return analyte === 'BS' ? parts.slice(1) : parts;
}
