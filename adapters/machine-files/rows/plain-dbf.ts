import { isAscii } from 'node:buffer';
import { type DbfColumn, type DbfHeader, readBytes } from '../../boundary-files/converters/dbf-header.ts';
import { rawColumn } from '../raw-set.ts';
import { rowsAtOnce } from '../work-database.ts';

/** A table whose records the row engine splits into columns, in parallel. */
export interface PlainTable {
  /** The columns of `raw` as SQL over `record`, the text of a record. */
  cells: string[];
}

const comma = 0x2c;

/**
 * Returns how to read a table that has only ASCII without zero bytes, so that a byte is a character; undefined for
 * others. Most tables are such, and reading values one by one takes twice as long.
 */
export function plainTable(
  file: number,
  { headerBytes, recordBytes, records, columns }: DbfHeader,
): PlainTable | undefined {
  let hasComma = false;
  for (let first = 0; first < records; first += rowsAtOnce) {
    const block = readBytes(
      file,
      headerBytes + first * recordBytes,
      recordBytes * Math.min(rowsAtOnce, records - first),
    );
    if (!isAscii(block) || block.includes(0)) return undefined;
    hasComma ||= block.includes(comma);
  }
  return { cells: columns.map((column, index) => `${cellSql(column, hasComma)} as ${rawColumn(index)}`) };
}

/**
 * An expression for a cell. Numbers may have a comma, and casts accept surrounding spaces. Asterisks, which replace
 * numbers that are too wide, become null like empty cells; other invalid numbers become NaN.
 */
function cellSql({ type, offset, length }: DbfColumn, hasComma: boolean): string {
  const cell = `substr(record, ${offset + 1}, ${length})`;
  if (type !== 'N' && type !== 'F') return `nullif(trim(${cell}), '')`;
  const number = `try_cast(${hasComma ? `replace(${cell}, ',', '.')` : cell} as double)`;
  return `coalesce(${number}, case when left(ltrim(${cell}), 1) not in ('', '*') then 'nan'::double end)`;
}
