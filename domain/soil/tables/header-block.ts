import { analyteNamed } from '../analyte-names.ts';
import { methodIn } from '../methods.ts';
import { unitIn } from '../units.ts';
import { readValue } from '../values.ts';
import { type SampleRole, sampleRoleOf } from './column-roles.ts';
import { dayOf } from './dates.ts';
import { depthInHeading } from './heading-depths.ts';
import { resultHeading } from './headings.ts';
import type { Merge, Sheet } from './sheet.ts';

/** Rows of one header, by indexes of their sheet. */
export interface HeaderBlock {
  first: number;
  last: number;
  headings: ComposedHeading[];
}

/** The heading of a column, of all rows of the header. */
export interface ComposedHeading {
  index: number;
  text: string;
  /** A unit that stands alone in one of the rows, or in a heading above several columns. */
  unit?: string;
}

/** Rows above and below the one that was found that may belong to it. */
const [mostAbove, mostBelow] = [2, 3];

/** Whether no cell of a row is a number or a day, so that it may be a header. */
export function isWords(row: readonly string[] | undefined): boolean {
  const filled = (row ?? []).filter((cell) => cell.trim() !== '');
  return filled.length > 0 && filled.every((cell) => !isNumber(cell) && dayOf(cell, 'monthFirst') === undefined);
}

const isNumber = (cell: string) => readValue(cell).kind === 'number' || readValue(cell, ',').kind === 'number';

/** What a cell means as a heading: a role, a result, or nothing that is known. */
export function isUnderstood(cell: string): boolean {
  const text = cell.trim();
  if (text === '' || text.length > 80 || /^[\d.,\s-]+$/.test(text)) return false;
  if (sampleRoleOf(text)) return true;
  const heading = resultHeading(depthInHeading(text)?.rest ?? text);
  return heading.code !== undefined || heading.isDoubtful === true;
}

/**
 * The header around a row of headings: rows above, whose texts stand for several columns, and rows below, with units, methods and parts
 * of what is above, belong to it as long as more of its columns are understood with them.
 *
 * @param at index of the row. @param from index of the first row that is not of another table.
 */
export function headerAround(sheet: Sheet, at: number, from: number): HeaderBlock {
  let block = composed(sheet, at, at);
  for (let row = at + 1; row <= at + mostBelow && isPartBelow(sheet, row, block); row++) {
    const longer = composed(sheet, block.first, row);
    // A row of methods alone may say nothing without the units below it.
    const next =
      row < at + mostBelow && isPartBelow(sheet, row + 1, block) ? composed(sheet, block.first, row + 1) : longer;
    if (scoreOf(longer) > scoreOf(block)) block = longer;
    else if (scoreOf(next) > scoreOf(block)) block = next;
    else break;
    row = block.last;
  }
  for (let row = at - 1; row >= Math.max(from, at - mostAbove) && isWords(sheet.rows[row]); row--) {
    const taller = composed(sheet, row, block.last);
    if (scoreOf(taller) <= scoreOf(block)) break;
    block = taller;
  }
  return block;
}

const identifying: (SampleRole | undefined)[] = ['sampleId', 'pointId', 'labNumber'];

/** A row of words without an id is no sample. */
function isPartBelow(sheet: Sheet, row: number, { headings }: HeaderBlock): boolean {
  const cells = sheet.rows[row];
  if (!cells || !isWords(cells)) return false;
  return headings.every(({ index, text }) => {
    const cell = (cells[index] ?? '').trim();
    return cell === '' || rowName.test(cell) || !identifying.includes(sampleRoleOf(text)?.role);
  });
}

function composed(sheet: Sheet, first: number, last: number): HeaderBlock {
  const rows = Array.from({ length: last - first + 1 }, (_, level) => sheet.rows[first + level] ?? []);
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const labels = rows.map((row, level) =>
    row.map((cell, column) => {
      const text = clean(cell);
      // The word names what its row is, and not its column.
      return level > 0 && rowName.test(text) && (rows[level - 1]?.[column] ?? '').trim() !== '' ? '' : text;
    }),
  );
  for (const [level, row] of labels.entries()) {
    const merges = (sheet.merges ?? []).filter(({ top, left, right }) => top === first + level && right > left);
    for (let column = 0; column < width; column++) {
      if ((row[column] ?? '') === '') row[column] = spreadLabel(labels, level, column, merges);
    }
  }
  const headings = Array.from({ length: width }, (_, index) => index).flatMap((index) => {
    const parts = labels.map((row) => row[index] ?? '').filter((part, at, all) => part !== '' && part !== all[at - 1]);
    return parts.length === 0 ? [] : [headingOf(parts, index)];
  });
  return { first, last, headings };
}

const rowName = /^units?:?$/i;
const clean = (cell: string) => cell.replaceAll(/\s+/g, ' ').trim();

/** The text of a cell above several columns, for one of the columns that it has none of its own in. */
function spreadLabel(labels: string[][], level: number, column: number, merges: Merge[]): string {
  if (merges.length > 0) {
    const over = merges.find(({ left, right }) => left < column && column <= right);
    return over ? (labels[level]?.[over.left] ?? '') : '';
  }
  const isAbove = labels.slice(level + 1).some((row) => (row[column] ?? '') !== '');
  const isSameGroup = labels.slice(0, level).every((row) => (row[column] ?? '') === (row[column - 1] ?? ''));
  return isAbove && isSameGroup ? (labels[level]?.[column - 1] ?? '') : '';
}

/** Joins the parts of a heading: all of them, or as many of the lower as are understood together, or of the upper. */
function headingOf(parts: string[], index: number): ComposedHeading {
  const units = parts.filter((part, at) => at > 0 && isUnit(part));
  const words = parts.filter((part) => !units.includes(part));
  const unit = units.at(-1);
  const own = unit === undefined ? {} : { unit };
  for (let at = 0; at < words.length; at++) {
    const text = words.slice(at).join(' ');
    if (!isUnderstood(text)) continue;
    return { index, ...inherited(text, words.slice(0, at)), ...own };
  }
  for (let end = words.length - 1; end > 0; end--) {
    const text = words.slice(0, end).join(' ');
    if (isUnderstood(text)) return { index, text, ...own };
  }
  return { index, text: words.join(' '), ...own };
}

/** A heading with the method, and the unit, of what stands above it and says no more. */
function inherited(text: string, above: string[]): Omit<ComposedHeading, 'index'> {
  const known = resultHeading(depthInHeading(text)?.rest ?? text);
  if (sampleRoleOf(text) || !known.code) return { text };
  const label = above.join(' ');
  const { unit } = resultHeading(label);
  const method = known.method ? undefined : methodIn(label)?.words;
  return {
    text: method === undefined ? text : `${text} ${method}`,
    ...(unit !== undefined && known.unit === undefined && known.code !== 'pH' && { unit }),
  };
}

/** Whether a text is a unit, perhaps behind a method, and no name. */
export function isUnit(text: string): boolean {
  return /[a-z%]/i.test(text) && unitIn(text) !== undefined && unitIn(text) !== 'none' && !analyteNamed(text);
}

/** How much of a header is understood. */
function scoreOf({ headings }: HeaderBlock): number {
  const known = headings.map(({ text, unit }) => {
    const role = sampleRoleOf(text);
    if (role) return { name: role.role as string, score: 4 + Number((role.unit ?? unit) !== undefined) };
    const result = resultHeading(depthInHeading(text)?.rest ?? text);
    if (!result.code && !result.isDoubtful) return { name: '', score: 0 };
    const details = Number((result.unit ?? unit) !== undefined) + Number(result.method !== undefined);
    return { name: `${text} ${unit ?? ''}`, score: 4 + details };
  });
  const names = new Set(known.map(({ name }) => name));
  return known.reduce((sum, { score }) => sum + score, 0) + names.size;
}
