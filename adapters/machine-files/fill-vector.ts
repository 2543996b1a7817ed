import type { DuckDBDataChunk } from '@duckdb/node-api';
import { duckDbBindings } from '../duckdb/duckdb-bindings.ts';

/** Fills a column of a chunk, of type DOUBLE or VARCHAR, with a value for each row; NaN and undefined become null. */
export function fillVector(
  chunk: DuckDBDataChunk,
  column: number,
  values: Float64Array | (string | undefined)[],
): void {
  if (values instanceof Float64Array) fillNumbers(chunk, column, values);
  else fillTexts(chunk, column, values);
}

function fillTexts(chunk: DuckDBDataChunk, column: number, values: (string | undefined)[]): void {
  const vector = chunk.getColumnVector(column);
  for (let row = 0; row < values.length; row++) vector.setItem(row, values[row] ?? null);
  vector.flush();
}

/**
 * Copied as a whole: a call for each of tens of values in each of millions of records takes longer than reading them
 * from their file.
 */
function fillNumbers({ chunk }: DuckDBDataChunk, column: number, values: Float64Array): void {
  const { data_chunk_get_vector, copy_data_to_vector, vector_ensure_validity_writable, copy_data_to_vector_validity } =
    duckDbBindings();
  const vector = data_chunk_get_vector(chunk, column);
  copy_data_to_vector(vector, 0, values.buffer as ArrayBuffer, values.byteOffset, values.byteLength);
  const validity = validityOf(values);
  if (!validity) return;
  vector_ensure_validity_writable(vector);
  copy_data_to_vector_validity(vector, 0, validity.buffer, 0, validity.byteLength);
}

const wordBits = 32;
const allValid = 0xffff_ffff;
/** DuckDB's validity masks have words of 64 bits. */
const wordsAtOnce = 2;

/** A bit for each value, set unless it is NaN; undefined if no value is NaN. */
function validityOf(values: Float64Array): Uint32Array<ArrayBuffer> | undefined {
  let validity: Uint32Array<ArrayBuffer> | undefined;
  for (let row = 0; row < values.length; row++) {
    if (!Number.isNaN(values[row])) continue;
    validity ??= new Uint32Array(wordsAtOnce * Math.ceil(values.length / wordBits / wordsAtOnce)).fill(allValid);
    const word = Math.floor(row / wordBits);
    validity[word] = (validity[word] ?? 0) & ~(1 << (row % wordBits));
  }
  return validity;
}
