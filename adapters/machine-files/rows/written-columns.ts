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
  const matching = (cell: string, form: string) => `count(*) filter (regexp_full_match(trim(${cell}), ${text(form)}))`;
  const counts = cells.map((cell, index) => {
    const id = rawColumn(index);
    const counted = [
      `count(nullif(trim(${cell}), '')) as ${id}`,
      `count(${numberOf(cell, '.')}) as ${id}points`,
      `count(${numberOf(cell, ',')}) as ${id}commas`,
      `${matching(cell, '-?[0-9]*\\.[0-9]+')} as ${id}fractions`,
      `${matching(cell, '-?[0-9]+,[0-9]{3}')} as ${id}thousands`,
    ];
    return counted.join(', ');
  });
  const [found] = await work.rows<Record<string, string>>(`select count(*) as n, ${counts.join(', ')} from ${from}`);
  const read = names.map((name, index) => {
    const id = rawColumn(index);
    const count = (what = '') => Number(found?.[`${id}${what}`] ?? 0);
    const written = count('commas') - count('points');
    const hasCommas = written > 0 && count('fractions') === 0 && count('thousands') < written;
    const separator = hasCommas ? ',' : decimalSeparator;
    const numbers = separator === ',' ? count('commas') : count('points');
    const isNumber = count() > 0 && numbers >= count() * (1 - oddValues);
    const cell = cells[index] ?? 'null';
    const value = isNumber ? numberOrNaN(numberOf(cell, separator), cell) : `nullif(trim(${cell}), '')`;
    const column: AppendedColumn = { name, type: isNumber ? 'DOUBLE' : 'VARCHAR' };
    return { column, value: `${value} as ${id}`, isComma: isNumber && hasCommas && decimalSeparator === '.' };
  });
  return {
    columns: read.map(({ column }) => column),
    values: read.map(({ value }) => value),
    withCommas: read.flatMap(({ column, isComma }) => (isComma ? [column.name] : [])),
  };
}

/** An expression for a number that is written as text; null for other text. */
export function numberOf(cell: string, decimalSeparator: '.' | ','): string {
  return `try_cast(${decimalSeparator === ',' ? `replace(${cell}, ',', '.')` : cell} as double)`;
}

function numberOrNaN(number: string, written: string): string {
  return `coalesce(${number}, case when trim(${written}) <> '' then 'nan'::double end)`;
}
