import { closeSync, openSync } from 'node:fs';
import {
  type DbfColumn,
  decodeCell,
  deletedMark,
  encodingOfTable,
  readBytes,
  readDbfHeader,
} from '../../boundary-files/converters/dbf-header.ts';
import { type AppendedColumn, type ColumnValues, rowsAtOnce } from '../work-database.ts';
import { plainTable } from './plain-dbf.ts';

/** The rows of an attribute table, column by column. */
export interface DbfRows {
  columns: AppendedColumn[];
  records: number;
  /** Number of records that the table declares. */
  declared: number;
  /** If set, `read` returns the text of each record, and these expressions the columns. */
  cells?: string[];
  /** The values of the records from `first` on, at most `rowsAtOnce`; deleted records have none. */
  read(first: number): { values: ColumnValues[]; deleted: boolean[] };
  close(): void;
}

/** Number of records from which the encoding is guessed. */
const sampledRecords = 2_000;

/** @throws Error that names the defect of the table. */
export function openDbfRows(path: string, codePagePath: string | undefined): DbfRows {
  const file = openSync(path, 'r');
  try {
    const header = readDbfHeader(file);
    const sample = readBytes(file, header.headerBytes, header.recordBytes * Math.min(header.records, sampledRecords));
    const { encoding } = encodingOfTable(sample, header, codePagePath);
    const plain = plainTable(file, header);
    const blockAt = (first: number) =>
      readBytes(file, header.headerBytes + first * header.recordBytes, header.recordBytes * rowsAtOnce);
    return {
      columns: header.columns.map((column) => ({ name: column.name, type: isNumber(column) ? 'DOUBLE' : 'VARCHAR' })),
      records: header.records,
      declared: header.declared,
      ...plain,
      read(first) {
        const block = blockAt(first);
        const rows = Math.min(rowsAtOnce, header.records - first, Math.floor(block.length / header.recordBytes));
        const starts = Array.from({ length: Math.max(0, rows) }, (_, row) => row * header.recordBytes);
        return {
          values: plain
            ? [starts.map((start) => block.toString('latin1', start, start + header.recordBytes))]
            : header.columns.map((column) => readColumn(block, starts, column, encoding)),
          deleted: starts.map((start) => block[start] === deletedMark),
        };
      },
      close: () => closeSync(file),
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function isNumber({ type }: DbfColumn): boolean {
  return type === 'N' || type === 'F';
}

function readColumn(block: Buffer, starts: number[], column: DbfColumn, encoding: string): ColumnValues {
  const { offset, length } = column;
  if (isNumber(column)) {
    const numbers = new Float64Array(starts.length);
    for (let row = 0; row < starts.length; row++) {
      const start = (starts[row] ?? 0) + offset;
      numbers[row] = numberInCell(block, start, start + length);
    }
    return numbers;
  }
  const texts: (string | undefined)[] = new Array(starts.length);
  for (let row = 0; row < starts.length; row++) {
    const start = (starts[row] ?? 0) + offset;
    // Names and times rarely change from one record to the next.
    const before = (starts[row - 1] ?? start - offset) + offset;
    const isSame = row > 0 && block.compare(block, before, before + length, start, start + length) === 0;
    texts[row] = isSame ? texts[row - 1] : readText(block.subarray(start, start + length), encoding);
  }
  return texts;
}

function readText(cell: Buffer, encoding: string): string | undefined {
  return decodeCell(cell, encoding).trim() || undefined;
}

const [space, minus, point, zero, nine] = [0x20, 0x2d, 0x2e, 0x30, 0x39];
/** Integers below 2^53 and powers of ten up to this are exact, so that their quotient is rounded only once. */
const maxDigits = 15;
const powersOfTen = Array.from({ length: maxDigits + 8 }, (_, power) => 10 ** power);

/**
 * Parses a number from its bytes; NaN for an empty cell, and Infinity for text. Much faster than from a string, which is needed only for
 * unusual spellings.
 */
export function numberInCell(bytes: Buffer, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at] === space) at++;
  const negative = bytes[at] === minus;
  if (negative) at++;
  const start = at;
  let digits = 0;
  let decimals = 0;
  let seenPoint = false;
  for (; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= zero && byte <= nine) {
      digits = digits * 10 + (byte - zero);
      if (seenPoint) decimals++;
    } else if (byte === point && !seenPoint) seenPoint = true;
    else break;
  }
  const isPlain = at > start && at - start <= maxDigits && (at === to || bytes[at] === space || bytes[at] === 0);
  if (!isPlain) return parseOdd(bytes.toString('latin1', from, to));
  const value = digits / (powersOfTen[decimals] ?? 1);
  return negative ? -value : value;
}

/**
 * NaN for an empty cell, and for the asterisks that mark a number too wide for its column. Infinity for any other text,
 * so that it is counted among the impossible numbers.
 */
function parseOdd(cell: string): number {
  const text = cell.replaceAll('\0', ' ').trim();
  if (text === '' || text.startsWith('*')) return Number.NaN;
  const value = Number(text.replace(',', '.'));
  return Number.isNaN(value) ? Number.POSITIVE_INFINITY : value;
}
