import { text } from '../../duckdb/sql-text.ts';
import { rawColumn } from '../raw-set.ts';
import type { AppendedColumn, WorkDatabase } from '../work-database.ts';

/** Maximum share of invalid values, such as `#N/A`, in a column of numbers. */
const oddValues = 0.02;

/** Columns whose values are written as text. */
export interface WrittenColumns {
  columns: AppendedColumn[];
  /** Expressions for the columns of `raw`. Text that is not a number is NaN in a column of numbers. */
  values: string[];
  /** Columns with decimal commas, although the table has decimal points elsewhere. */
  withCommas: string[];
}

/**
 * Tells the numbers of a table from its texts. A column has decimal commas if the table has, or if the column itself has
 * commas and no points, and not only three digits behind each, which could be thousands.
 *
 * @param cells an expression over `from` for the text of each column.
 * @example const { columns, values } = await writtenColumns(names, ids, 'lines', '.', work);
 */
export async function writtenColumns(
  names: string[],
  cells: string[],
  from: string,
  decimalSeparator: '.' | ',',
  work: WorkDatabase,
): Promise<WrittenColumns> {
  const counts = cells.map((cell, index) => {
    const id = rawColumn(index);
    return `count(nullif(trim(${cell}), '')) as ${id}, count(${numberOf(cell, decimalSeparator)}) as ${id}numbers,
      count(*) filter (contains(${cell}, ',')) as ${id}commas`;
  });
  const [found] = await work.rows<Record<string, string>>(`select count(*) as n, ${counts.join(', ')} from ${from}`);
  const count = (index: number, what = '') => Number(found?.[`${rawColumn(index)}${what}`] ?? 0);
  const candidates =
    decimalSeparator === ',' ? [] : cells.flatMap((_, index) => (count(index, 'commas') > 0 ? index : []));
  const withCommas = await decimalCommas(candidates, cells, from, work);
  const read = names.map((name, index) => {
    const written = withCommas.get(index);
    const separator = written === undefined ? decimalSeparator : ',';
    const isNumber = count(index) > 0 && (written ?? count(index, 'numbers')) >= count(index) * (1 - oddValues);
    const cell = cells[index] ?? 'null';
    const value = isNumber ? numberOrNaN(numberOf(cell, separator), cell) : `nullif(trim(${cell}), '')`;
    const column: AppendedColumn = { name, type: isNumber ? 'DOUBLE' : 'VARCHAR' };
    return { column, value: `${value} as ${rawColumn(index)}`, isComma: isNumber && written !== undefined };
  });
  return {
    columns: read.map(({ column }) => column),
    values: read.map(({ value }) => value),
    withCommas: read.flatMap(({ column, isComma }) => (isComma ? [column.name] : [])),
  };
}

/** Those of some columns that have decimal commas, with their count of numbers. */
async function decimalCommas(
  candidates: number[],
  cells: string[],
  from: string,
  work: WorkDatabase,
): Promise<ReadonlyMap<number, number>> {
  if (candidates.length === 0) return new Map();
  const counts = candidates.map((index) => {
    const [id, cell] = [rawColumn(index), cells[index] ?? 'null'];
    const matching = (form: string) => `count(*) filter (regexp_full_match(trim(${cell}), ${text(form)}))`;
    return `count(${numberOf(cell, ',')}) as ${id}, ${matching('-?[0-9]+,[0-9]+')} as ${id}commas,
      ${matching('-?[0-9]*\\.[0-9]+')} as ${id}points, ${matching('-?[0-9]+,[0-9]{3}')} as ${id}thousands`;
  });
  const [found] = await work.rows<Record<string, string>>(`select ${counts.join(', ')} from ${from}`);
  const count = (index: number, what = '') => Number(found?.[`${rawColumn(index)}${what}`] ?? 0);
  const written = candidates.filter((index) => {
    return count(index, 'points') === 0 && count(index, 'thousands') < count(index, 'commas');
  });
  return new Map(written.map((index) => [index, count(index)]));
}

/** An expression for a number that is written as text; null for other text. */
export function numberOf(cell: string, decimalSeparator: '.' | ','): string {
  return `try_cast(${decimalSeparator === ',' ? `replace(${cell}, ',', '.')` : cell} as double)`;
}

function numberOrNaN(number: string, written: string): string {
  return `coalesce(${number}, case when trim(${written}) <> '' then 'nan'::double end)`;
}
