import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { Vector } from '@duckdb/node-bindings';
import { duckDbBindings } from '../../../duckdb/duckdb-bindings.ts';

/** Rows per word of the validity mask. */
const rowsOfWord = 64;
const wordBytes = 8;

/** A column's values in the memory of the chunk, with their validity. */
export interface RawColumn {
  vector: Vector;
  rowCount: number;
  /** Absent if every row has a value. */
  hasValue?: (row: number) => boolean;
  /** Whether no row has a value. */
  isEmpty: boolean;
}

/**
 * The n-th column of a chunk.
 *
 * @example const longitudes = doublesOf(rawColumn(input, 0));
 */
export function rawColumn({ chunk, rowCount }: DuckDBDataChunk, index: number): RawColumn {
  return ofVector(duckDbBindings().data_chunk_get_vector(chunk, index), rowCount);
}

/** A field of structs. */
export function rawField({ vector, rowCount }: RawColumn, index: number): RawColumn {
  return ofVector(duckDbBindings().struct_vector_get_child(vector, index), rowCount);
}

/** The elements of lists, those of all rows concatenated. */
export function rawElements({ vector }: RawColumn): RawColumn {
  const { list_vector_get_child, list_vector_get_size } = duckDbBindings();
  return ofVector(list_vector_get_child(vector), list_vector_get_size(vector));
}

function ofVector(vector: Vector, rowCount: number): RawColumn {
  const bytes = Math.ceil(rowCount / rowsOfWord) * wordBytes;
  const bits = duckDbBindings().vector_get_validity(vector, bytes) as Uint8Array | null;
  if (!bits) return { vector, rowCount, isEmpty: false };
  const hasValue = (row: number) => ((bits[row >> 3] ?? 0) & (1 << (row & 7))) !== 0;
  let isEmpty = true;
  for (let row = 0; isEmpty && row < rowCount; row++) isEmpty = !hasValue(row);
  return { vector, rowCount, hasValue, isEmpty };
}

/** @param width of a value in bytes. */
export function bytesOf({ vector, rowCount }: RawColumn, width: number): Uint8Array<ArrayBuffer> {
  return duckDbBindings().vector_get_data(vector, rowCount * width) as Uint8Array<ArrayBuffer>;
}

/**
 * The values of a column of DOUBLEs, one per row.
 *
 * @example const longitudes = doublesOf(rawColumn(input, 0));
 */
export function doublesOf(column: RawColumn): Float64Array {
  const { buffer, byteOffset } = bytesOf(column, Float64Array.BYTES_PER_ELEMENT);
  return new Float64Array(buffer, byteOffset, column.rowCount);
}

/**
 * The values of a column as integers of 32 bits.
 *
 * @param words per value: 2 for a BIGINT or TIMESTAMP.
 * @example const numbers = wordsOf(column, 1);
 */
export function wordsOf(column: RawColumn, words: number): Int32Array {
  const { buffer, byteOffset } = bytesOf(column, words * Int32Array.BYTES_PER_ELEMENT);
  return new Int32Array(buffer, byteOffset, words * column.rowCount);
}

const highWord = 2 ** 32;

/**
 * An integer of two words, exact if it is safe: a bigint for each would be garbage.
 *
 * @example int64At(new Int32Array([7, 1]), 0) // 4294967303
 */
export function int64At(words: Int32Array, row: number): number {
  return (words[2 * row + 1] ?? 0) * highWord + ((words[2 * row] ?? 0) >>> 0);
}
