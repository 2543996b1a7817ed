import { unitIn } from '../units.ts';
import { sampleRoleOf } from './column-roles.ts';
import { resultHeading } from './headings.ts';
import type { Sheet, SheetColumn, Table } from './sheet.ts';

/** Rows among which the header is looked for; titles and addresses stand above it. */
const searchedRows = 60;

/**
 * Finds the header of a sheet by what its cells mean: the first of the rows with the most headings that are understood, two at least.
 * Undefined if the sheet has none.
 */
export function findTable(sheet: Sheet): Table | undefined {
  let best = { at: -1, score: 1 };
  for (const [at, row] of sheet.rows.slice(0, searchedRows).entries()) {
    const score = row.filter(isUnderstood).length;
    if (score > best.score) best = { at, score };
  }
  const header = sheet.rows[best.at];
  if (!header) return undefined;
  const columns = header.flatMap((cell, index) => (cell.trim() === '' ? [] : [columnOf(cell.trim(), index)]));
  const rest = sheet.rows.slice(best.at + 1);
  const units = rest.slice(0, 3).findIndex((row) => isUnitsRow(row, columns));
  if (units >= 0) takeUnits(columns, rest[units] ?? []);
  const body = rest.filter((row, index) => index !== units && isSample(row, header, index));
  const byRole = new Map(
    columns.toReversed().flatMap((column) => (column.role ? [[column.role, column] as const] : [])),
  );
  return { sheet, columns, byRole, body };
}

function isUnderstood(cell: string): boolean {
  const text = cell.trim();
  if (text === '' || text.length > 80 || /^[\d.,\s-]+$/.test(text)) return false;
  return sampleRoleOf(text) !== undefined || resultHeading(text).code !== undefined;
}

function columnOf(heading: string, index: number): SheetColumn {
  const role = sampleRoleOf(heading);
  if (role) return { index, heading, ...role };
  const result = resultHeading(heading);
  return { index, heading, result, ...(result.unit !== undefined && { unit: result.unit }) };
}

/** Whether a row names units: it begins with that word, or all cells below results are units. */
function isUnitsRow(row: string[], columns: SheetColumn[]): boolean {
  if (/^units?:?$/i.test((row[0] ?? '').trim())) return true;
  const cells = columns.filter(({ result }) => result).map(({ index }) => (row[index] ?? '').trim());
  const filled = cells.filter((cell) => cell !== '');
  return filled.length > 0 && filled.every((cell) => /[a-z%]/i.test(cell) && unitIn(cell) !== undefined);
}

function takeUnits(columns: SheetColumn[], row: string[]): void {
  for (const column of columns) {
    const unit = (row[column.index] ?? '').replaceAll('\u00a0', ' ').trim();
    if (unit !== '' && column.index > 0) column.unit = unit;
  }
}

/** Not a comment, a row of the unit's name or a repeated header, nor empty. */
function isSample(row: string[], header: string[], index: number): boolean {
  const first = row.find((cell) => cell.trim() !== '')?.trim() ?? '';
  if (first === '' || /^(?:comments?|notes?|units?):?$/i.test(first)) return false;
  const isRepeated = header.every((cell, at) => (row[at] ?? '').trim().toLowerCase() === cell.trim().toLowerCase());
  return !isRepeated || index < 0;
}
