import { isAscii } from 'node:buffer';
import { type DbfColumn, type DbfHeader, readBytes } from '../../boundary-files/converters/dbf-header.ts';
import { rawColumn } from '../raw-set.ts';
import { rowsAtOnce } from '../work-database.ts';

/** How a plain table comes to be rows: whole records go to the row engine, which takes them apart on all processors. */
export interface PlainTable {
  /** The columns of `raw` as SQL over `record`, the text of a record. */
  cells: string[];
}

const comma = 0x2c;

/**
 * Looks whether a table is plain: nothing but ASCII and no zero bytes, so that a byte is a character. Most are, and reading them
 * as values costs twice as much.
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
 * A number may be written with a comma, and casts take the spaces around it. Stars, which stand for what did not fit, make none, as empty
 * cells do; what else is no number is NaN.
 */
function cellSql({ type, offset, length }: DbfColumn, hasComma: boolean): string {
  const cell = `substr(record, ${offset + 1}, ${length})`;
  if (type !== 'N' && type !== 'F') return `nullif(trim(${cell}), '')`;
  const number = `try_cast(${hasComma ? `replace(${cell}, ',', '.')` : cell} as double)`;
  return `coalesce(${number}, case when left(ltrim(${cell}), 1) not in ('', '*') then 'nan'::double end)`;
}
