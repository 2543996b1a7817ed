import type { Merge } from '../../../domain/soil/tables/sheet.ts';
import { dayOfSerial } from './date-styles.ts';
import { attributeIn, xmlParts } from './xml-tags.ts';

/** What cells of a workbook refer to. */
export interface Workbook {
  strings: string[];
  dates: Set<number>;
  isFrom1904: boolean;
}

/** The rows of a sheet as text, and the number of formulas whose value was never computed. */
export interface ReadSheet {
  /** Rows that the file leaves out are empty. */
  rows: string[][];
  merges: Merge[];
  withoutValue: number;
}

/** Columns of a sheet (ECMA-376: XFD). */
const maxColumns = 16_384;
/** Rows that a file may leave out one after another; more are not filled. */
const maxGap = 10_000;

/** The shared texts of a workbook. A text may have parts with formats of their own; phonetic readings are left out. */
export function sharedStrings(xml: string): string[] {
  const strings: string[] = [];
  let [text, isText, isPhonetic] = ['', false, false];
  for (const part of xmlParts(xml)) {
    if (part.kind === 'text') text += isText && !isPhonetic ? part.text : '';
    else if (part.name === 't') isText = part.kind === 'open' && !part.isEmpty;
    else if (part.name === 'rPh') isPhonetic = part.kind === 'open';
    else if (part.name === 'si' && part.kind === 'open') {
      text = '';
      if (part.isEmpty) strings.push('');
    } else if (part.name === 'si') strings.push(text);
  }
  return strings;
}

/** Reads the cells of a sheet. Formulas have the value that the program computed last. */
export function readSheet(xml: string, workbook: Workbook): ReadSheet {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = { type: '', style: -1, column: 0, value: '', hasFormula: false };
  let isValue = false;
  let withoutValue = 0;
  const merges: Merge[] = [];
  let next = 0;
  const finish = () => {
    if (cell.hasFormula && cell.value === '') withoutValue++;
    while (row.length < cell.column) row.push('');
    row[cell.column] = textOf(cell, workbook);
    next = cell.column + 1;
  };
  for (const part of xmlParts(xml)) {
    if (part.kind === 'text') {
      if (isValue) cell.value += part.text;
    } else if (part.name === 'v' || part.name === 't') isValue = part.kind === 'open' && !part.isEmpty;
    else if (part.name === 'f' && part.kind === 'open') cell.hasFormula = true;
    else if (part.name === 'c' && part.kind === 'open') {
      const column = columnOf(attributeIn(part.attributes, 'r')) ?? next;
      const style = Number(attributeIn(part.attributes, 's') ?? -1);
      cell = { type: attributeIn(part.attributes, 't') ?? 'n', style, column, value: '', hasFormula: false };
      if (part.isEmpty) next = column + 1;
    } else if (part.name === 'c') finish();
    else if (part.name === 'row' && part.kind === 'open') {
      row = [];
      next = 0;
      const missing = Number(attributeIn(part.attributes, 'r') ?? 0) - rows.length - 1;
      for (let gap = 0; gap < Math.min(missing, maxGap); gap++) rows.push([]);
      rows.push(row);
    } else if (part.name === 'mergeCell' && part.kind === 'open') {
      const merge = mergeOf(attributeIn(part.attributes, 'ref') ?? '');
      if (merge) merges.push(merge);
    }
  }
  return { rows, merges, withoutValue };
}

function textOf({ type, style, value }: { type: string; style: number; value: string }, workbook: Workbook): string {
  if (type === 's') return workbook.strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type !== 'n' || value.trim() === '') return value;
  const number = Number(value);
  if (Number.isNaN(number)) return value;
  const day = workbook.dates.has(style) ? dayOfSerial(number, workbook.isFrom1904) : undefined;
  // Programs write 17 digits; 15 are what they show at most.
  return day ?? String(Number(number.toPrecision(15)));
}

/** The index of a column from the address of a cell, such as 27 from AB12. */
function columnOf(address: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(address ?? '')?.[0];
  if (!letters) return undefined;
  const number = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return number <= maxColumns ? number - 1 : undefined;
}

/** The cells of a range such as B2:C2. */
function mergeOf(range: string): Merge | undefined {
  const [first = '', last = ''] = range.split(':');
  const [left, right] = [columnOf(first), columnOf(last)];
  const [top, bottom] = [first, last].map((address) => Number(/\d{1,7}$/.exec(address)?.[0] ?? 0) - 1);
  if (left === undefined || right === undefined || top === undefined || bottom === undefined) return undefined;
  return top < 0 || bottom < top || right < left ? undefined : { top, left, bottom, right };
}
