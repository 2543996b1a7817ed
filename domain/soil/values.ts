import type { SoilResult } from './soil-reading.ts';

/** What the text of a value says. `missing` is a mark for no value, such as -9999. */
export type ReadValue =
  | { kind: 'empty' | 'missing' | 'text' }
  | { kind: 'number'; value: number; qualifier?: NonNullable<SoilResult['qualifier']> };

/** Words that stand for no value. "ND" is not among them: not detected is a result. */
const missingWords = new Set(['nan', 'na', 'n/a', 'null', '-', '--', '.']);

/** Errors of formulas in workbooks. */
const formulaErrors = new Set(['#n/a', '#div/0!', '#value!', '#ref!', '#name?', '#num!', '#null!']);

/** Numbers that programs write for no value: -9999 and its like, and the largest of single and of double precision. */
const missingNumbers = new Set([-99, -999, -9999, -99999, -32768]);
const largestMeant = 1e30;

/** What laboratories print behind a number as their judgement of it, from very low to very high. */
const ratings = new Set(['vl', 'l', 'ml', 'm', 'mh', 'h', 'vh', 'low', 'medium', 'high', 'very low', 'very high']);

const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;

/**
 * Reads the text of a value. Whatever is neither a number nor a mark for none stays text, as "VH" or "12*"; a
 * judgement behind a number ("22 VL") does not make it a text.
 *
 * @param decimal the decimal separator of the file; the other of comma and point then separates thousands.
 * @example readValue('<0.5') // { kind: 'number', value: 0.5, qualifier: '<' }
 */
export function readValue(text: string, decimal: '.' | ',' = '.'): ReadValue {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'empty' };
  const word = trimmed.toLowerCase();
  if (missingWords.has(word) || formulaErrors.has(word)) return { kind: 'missing' };
  const sign = trimmed[0] === '<' || trimmed[0] === '>' ? trimmed[0] : undefined;
  const value = numberOf(withoutRating(sign ? trimmed.slice(1).replace(/^=/, '') : trimmed), decimal);
  if (value === undefined) return { kind: 'text' };
  if (missingNumbers.has(value) || Math.abs(value) >= largestMeant) return { kind: 'missing' };
  return { kind: 'number', value, ...(sign && { qualifier: sign }) };
}

/** A number without the judgement of it. */
function withoutRating(text: string): string {
  const space = text.indexOf(' ');
  return space > 0 && ratings.has(text.slice(space).trim().toLowerCase()) ? text.slice(0, space) : text;
}

/** A number as text; undefined for anything else. */
export function numberOf(text: string, decimal: '.' | ',' = '.'): number | undefined {
  const trimmed = text.trim();
  const groups = decimal === '.' ? ',' : '.';
  const grouped = trimmed.includes(groups) ? withoutGroups(trimmed, groups, decimal) : trimmed;
  if (grouped === undefined) return undefined;
  const plain = decimal === ',' ? grouped.replace(',', '.') : grouped;
  if (!plainNumber.test(plain)) return undefined;
  return Number(plain);
}

/** Text without separators of thousands, if each has three digits after it: `1,234.5`, and not `1,5`. */
function withoutGroups(text: string, groups: string, decimal: string): string | undefined {
  const [whole = '', ...fraction] = text.split(decimal);
  const [first = '', ...rest] = whole.split(groups);
  const isGrouped = /^[+-]?\d{1,3}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group));
  return isGrouped ? [first + rest.join(''), ...fraction].join(decimal) : undefined;
}
