import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { SqlType } from '../../../../sql/types/sql-type.ts';
import { doublesOf, int64At, type RawColumn, rawColumn, wordsOf } from '../raw/raw-column.ts';
import type { ByteWriter } from './byte-writer.ts';
import { pointWriter } from './point-writer.ts';
import { resultValue } from './result-value.ts';
import { textListWriter, textWriter } from './text-writers.ts';
import { timestampWriter } from './timestamp-writer.ts';

/** Writes the value of a row as JSON. */
export type ColumnWriter = (row: number) => void;

const none = Buffer.from('null');

/**
 * Creates a writer for a column of a chunk; undefined if no row has a value. Usual types are read directly from memory:
 * DuckDB's package creates an object for each value, which takes longer than writing it.
 */
export function columnWriter(
  chunk: DuckDBDataChunk,
  index: number,
  type: SqlType,
  out: ByteWriter,
): ColumnWriter | undefined {
  const column = rawColumn(chunk, index);
  const { hasValue, isEmpty } = column;
  if (isEmpty) return undefined;
  const vector = chunk.getColumnVector(index);
  const general: ColumnWriter = (row) => out.text(JSON.stringify(resultValue(vector.getItem(row), type)));
  const write = usualWriter(column, String(vector.type), type, out, general);
  if (!hasValue) return write;
  return (row) => (hasValue(row) ? write(row) : out.bytes(none));
}

/** Types of DuckDB with 64-bit integers of microseconds. */
const microseconds = new Set(['TIMESTAMP', 'TIMESTAMP WITH TIME ZONE']);

/** @param stored the type's name in DuckDB, which determines its layout: one of BigQuery's has several. */
function usualWriter(
  column: RawColumn,
  stored: string,
  type: SqlType,
  out: ByteWriter,
  general: ColumnWriter,
): ColumnWriter {
  const { kind } = type;
  const isTexts = kind === 'ARRAY' && type.element.kind === 'STRING';
  if (stored === 'DOUBLE') return numbers(doublesOf(column), out, general);
  if (stored === 'BIGINT') return integers(wordsOf(column, 2), out, general);
  if (kind === 'TIMESTAMP' && microseconds.has(stored)) return timestampWriter(wordsOf(column, 2), out, general);
  if (kind === 'STRING' && stored === 'VARCHAR') return textWriter(column, out);
  if (stored === 'VARCHAR[]' && isTexts) return textListWriter(column, out);
  return kind === 'GEOGRAPHY' && stored.startsWith('STRUCT(') ? pointWriter(column, out, general) : general;
}

function numbers(values: Float64Array, out: ByteWriter, general: ColumnWriter): ColumnWriter {
  return (row) => {
    const value = values[row] ?? Number.NaN;
    if (Number.isFinite(value)) out.number(value);
    else general(row);
  };
}

/** Integers that JSON readers would round are written as strings. */
function integers(words: Int32Array, out: ByteWriter, general: ColumnWriter): ColumnWriter {
  return (row) => {
    const value = int64At(words, row);
    if (Number.isSafeInteger(value)) out.number(value);
    else general(row);
  };
}
