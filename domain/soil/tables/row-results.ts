import type { RawDepth, RawResult } from '../raw-reading.ts';
import type { WarningLog } from '../reading-problems.ts';
import { readValue } from '../values.ts';
import type { CellAccount } from './cell-account.ts';
import type { DateOrder } from './dates.ts';
import { familyOf, isLong } from './families.ts';
import { isUnit } from './header-block.ts';
import { depthInHeading } from './heading-depths.ts';
import { resultHeading } from './headings.ts';
import { columnOf, type SheetColumn, type SheetRow, type Table } from './sheet.ts';

/** Share of numbers from which a column that is not known may hold results. */
const numericShare = 0.8;

/** A result with the depth that its heading or name has, and its cell. */
export interface RowResult {
  result: RawResult;
  depth?: RawDepth;
  column: number;
}

/** How the cells of one file are to be read. */
export interface CellReading {
  decimal: '.' | ',';
  order: DateOrder;
}

/** What reading a row needs. */
export interface RowContext {
  cells: CellReading;
  account: CellAccount;
  log: WarningLog;
  /** The name of the sheet in its workbook. */
  sheet?: string | undefined;
}

/**
 * The columns with results: all whose analyte is known, and those of numbers that mean nothing else. Units of the family are used where
 * the table names none.
 */
export function resultColumns(table: Table): SheetColumn[] {
  const family = familyOf(table);
  return table.columns.flatMap((column) => {
    const { result, index } = column;
    if (!result) return [];
    if (result.code) {
      const unit = column.unit ?? family?.units[result.code];
      return [{ ...column, ...(unit !== undefined && { unit }) }];
    }
    if (isLong(table)) return [];
    const filled = table.body.flatMap(({ cells }) => cells[index]?.trim() || []);
    const numbers = filled.filter(
      (text) => readValue(text).kind !== 'text' || readValue(text, ',').kind !== 'text',
    ).length;
    return numbers > 0 && numbers >= filled.length * numericShare ? [column] : [];
  });
}

/** The results of a row: one for each column with content and, in a long table, that of its analyte. */
export function resultsOf(table: Table, columns: SheetColumn[], row: SheetRow, context: RowContext): RowResult[] {
  const results = columns.flatMap((column) => columnResult(column, row, context));
  return isLong(table) ? [...longResult(table, row, context), ...results] : results;
}

function columnResult(column: SheetColumn, row: SheetRow, context: RowContext): RowResult[] {
  const { index, heading, unit, result, depth, given } = column;
  const { code, share, method, methodWords, isDoubtful } = result ?? {};
  const original = {
    name: heading,
    value: row.cells[index] ?? '',
    ...(unit !== undefined && { unit }),
    ...(methodWords !== undefined && { method: methodWords }),
  };
  const understood = {
    ...(code && { code }),
    ...(share !== undefined && { share }),
    ...(method && { method }),
    ...(isDoubtful && { isDoubtful }),
    ...(given?.unit !== undefined && { unit: given.unit }),
  };
  const read = valueIn(original, understood, row, index, context);
  return read ? [{ result: read, column: index, ...(depth && { depth }) }] : [];
}

function longResult(table: Table, row: SheetRow, context: RowContext): RowResult[] {
  const text = (role: 'analyte' | 'value' | 'unit' | 'method' | 'qualifier') => {
    const column = columnOf(table, role);
    return column && row.cells[column.index]?.trim();
  };
  const column = columnOf(table, 'value');
  const [name, value = '', method, sign = ''] = [text('analyte'), text('value'), text('method'), text('qualifier')];
  if (!name || !column) return [];
  const found = depthInHeading(name);
  const isLayer = found && (found.depth.top === 0 || found.depth.unit !== undefined);
  const given = text('unit') || column.unit;
  const read = resultHeading(isLayer ? found.rest : name, {
    isCapital: false,
    isSmall: false,
    beside: [],
    ...(given && { unit: given }),
  });
  const unit = given || read.unit;
  const words = method || read.methodWords;
  const signed = /^[<>]=?$/.test(sign) && !/^[<>]/.test(value) && value !== '' ? `${sign}${value}` : value;
  const original = { name, value: signed, ...(unit && { unit }), ...(words && { method: words }) };
  const understood = {
    ...(read.code && { code: read.code }),
    ...(read.share !== undefined && { share: read.share }),
    ...(read.method && !method && { method: read.method }),
    ...(read.isDoubtful && { isDoubtful: read.isDoubtful }),
  };
  const result = valueIn(original, understood, row, column.index, context);
  return result ? [{ result, column: column.index, ...(isLayer && { depth: found.depth }) }] : [];
}

/** The result of a cell; marks for a missing value are left out. */
function valueIn(
  original: RawResult['original'],
  understood: NonNullable<RawResult['understood']>,
  row: SheetRow,
  column: number,
  { cells: { decimal }, account, sheet }: RowContext,
): RawResult | undefined {
  const { value: text, unit } = withUnitApart(original.value.trim());
  const found = readValue(text, decimal);
  if (found.kind === 'missing') account.leave(row.index, column, 'noValue', original.name);
  if (found.kind === 'missing' || found.kind === 'empty') return undefined;
  const stated = { ...original, value: original.value.trim(), ...(unit !== undefined && { unit }) };
  const at = { row: row.index, column, ...(sheet !== undefined && { sheet }) };
  const result = { at, original: stated, understood };
  if (found.kind !== 'number') return result;
  return { ...result, value: found.value, ...(found.qualifier && { qualifier: found.qualifier }) };
}

/** A value whose cell names its unit too: `20 ppm`. */
function withUnitApart(text: string): { value: string; unit?: string } {
  const [, value, unit] = /^([<>]?\s?[\d.,]{1,20})\s?([a-zµ%][\w%/+()\s³-]{0,20})$/i.exec(text) ?? [];
  return value !== undefined && unit !== undefined && /[a-z%]/i.test(unit) && isUnit(unit)
    ? { value, unit }
    : { value: text };
}
