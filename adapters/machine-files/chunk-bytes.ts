import type { DuckDBDataChunk } from '@duckdb/node-api';
import { duckDbBindings } from '../duckdb/duckdb-bindings.ts';

/**
 * DuckDB's representation of a value of variable length: its length, followed by the value itself or by four of its
 * bytes and a pointer.
 */
const valueBytes = 16;
const maxWithin = 12;

/**
 * The bytes of a chunk's only column, a BLOB, concatenated; null has none. Values that a query creates are adjacent in
 * memory, and a run of them is copied at once: an object for each of millions of values costs as much as creating them.
 */
export function chunkBytes({ chunk, rowCount }: DuckDBDataChunk): Uint8Array[] {
  const { data_chunk_get_vector, vector_get_data, vector_get_validity, validity_row_is_valid, get_data_from_pointer } =
    duckDbBindings();
  const vector = data_chunk_get_vector(chunk, 0);
  const values = vector_get_data(vector, rowCount * valueBytes);
  const validity = vector_get_validity(vector, Math.ceil(rowCount / 64) * 8);
  const view = new DataView(values.buffer, values.byteOffset, values.byteLength);
  const pieces: Uint8Array[] = [];
  let run = { at: 0, length: 0, end: 0n };
  const endRun = () => {
    if (run.length === 0) return;
    pieces.push(get_data_from_pointer(values.buffer as ArrayBuffer, values.byteOffset + run.at + 8, run.length));
    run = { at: 0, length: 0, end: 0n };
  };
  for (let row = 0; row < rowCount; row++) {
    if (validity && !validity_row_is_valid(validity, row)) continue;
    const at = row * valueBytes;
    const length = view.getUint32(at, true);
    const address = view.getBigUint64(at + 8, true);
    if (length <= maxWithin) {
      endRun();
      pieces.push(values.slice(at + 4, at + 4 + length));
    } else if (address === run.end) {
      run.length += length;
      run.end += BigInt(length);
    } else {
      endRun();
      run = { at, length, end: address + BigInt(length) };
    }
  }
  endRun();
  return pieces;
}
