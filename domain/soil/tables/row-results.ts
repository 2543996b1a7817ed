import { analyteNamed } from '../analytes.ts';
import type { RawResult } from '../raw-reading.ts';
import type { WarningLog } from '../reading-problems.ts';
import { readValue } from '../values.ts';
import type { familyOf } from './families.ts';
import { isLong } from './families.ts';
import { columnOf, type SheetColumn, type Table } from './sheet.ts';
import type { CellReading } from './table-events.ts';

/** Share of numbers from which a column that is not known may hold results. */
const numericShare = 0.8;

/**
 * The columns with results: all whose analyte is known, and those of numbers that mean nothing else. Other columns with
 * content are left out, with a warning. Units of the family are used where the table names none.
 */
export function resultColumns(table: Table, family: ReturnType<typeof familyOf>, log: WarningLog): SheetColumn[] {
  const { file } = table.sheet;
  return table.columns.flatMap((column) => {
    const { result, index, heading } = column;
    if (!result) return [];
    if (result.code) {
      const unit = column.unit ?? family?.units[result.code];
      return [{ ...column, ...(unit !== undefined && { unit }) }];
    }
    const filled = table.body.flatMap((row) => row[index]?.trim() || []);
    const numbers = filled.filter(
      (text) => readValue(text).kind !== 'text' || readValue(text, ',').kind !== 'text',
    ).length;
    if (numbers > 0 && numbers >= filled.length * numericShare) return [column];
    if (filled.length > 0) log.add('unknownColumn', file, heading, filled.length);
    return [];
  });
}

/** The results of a row: one for each column with content or, in a long table, one. */
export function resultsOf(
  table: Table,
  columns: SheetColumn[],
  row: string[],
  cells: CellReading,
  log: WarningLog,
): RawResult[] {
  const { file } = table.sheet;
  if (isLong(table)) return longResult(table, row, cells, log);
  return columns.flatMap(({ index, heading, unit, result }) =>
    read(
      {
        name: heading,
        value: row[index] ?? '',
        ...(unit !== undefined && { unit }),
        ...(result?.methodWords !== undefined && { method: result.methodWords }),
      },
      { ...(result?.code && { code: result.code }), ...(result?.method && { method: result.method }) },
      cells,
      file,
      log,
    ),
  );
}

function longResult(table: Table, row: string[], cells: CellReading, log: WarningLog): RawResult[] {
  const text = (role: 'analyte' | 'value' | 'unit' | 'method') => {
    const column = columnOf(table, role);
    return column && row[column.index]?.trim();
  };
  const [name, value, unit, method] = [text('analyte'), text('value'), text('unit'), text('method')];
  if (!name) return [];
  const original = { name, value: value ?? '', ...(unit && { unit }), ...(method && { method }) };
  const code = analyteNamed(name)?.code;
  return read(original, code ? { code } : {}, cells, table.sheet.file, log);
}

function read(
  original: RawResult['original'],
  understood: NonNullable<RawResult['understood']>,
  { decimal }: CellReading,
  file: string,
  log: WarningLog,
): RawResult[] {
  const found = readValue(original.value, decimal);
  if (found.kind === 'missing') log.add('noValue', file, original.name);
  if (found.kind === 'missing' || found.kind === 'empty') return [];
  const value = original.value.trim();
  const result = { original: { ...original, value }, understood };
  if (found.kind !== 'number') return [result];
  return [{ ...result, value: found.value, ...(found.qualifier && { qualifier: found.qualifier }) }];
}
