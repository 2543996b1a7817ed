import { duckDbBindings } from '../../../duckdb/duckdb-bindings.ts';
import { bytesOf, int64At, type RawColumn } from './raw-column.ts';

/** DuckDB's representation of a string: its length and its bytes or, above twelve bytes, four of them and a pointer. */
const formBytes = 16;
const formWords = 4;
const bytesBehind = 4;
const addressAt = 8;
const maxWithin = 12;

/** Strings in UTF-8 in the memory of the chunk. */
export interface RawTexts {
  /** By row. */
  memories: Uint8Array[];
  starts: Int32Array;
  lengths: Int32Array;
}

/** The bytes of a row's string or BLOB, in the memory of the chunk. */
export function bytesAt(column: RawColumn, row: number): Uint8Array {
  const forms = bytesOf(column, formBytes);
  const at = row * formBytes;
  const length = new DataView(forms.buffer, forms.byteOffset + at).getUint32(0, true);
  return length <= maxWithin
    ? forms.subarray(at + bytesBehind, at + bytesBehind + length)
    : duckDbBindings().get_data_from_pointer(forms.buffer, forms.byteOffset + at + addressAt, length);
}

/**
 * The strings of a column. Long strings of a chunk are adjacent in memory, and a run of them is mapped at once: it
 * takes as long as mapping one.
 */
export function rawTexts(column: RawColumn): RawTexts {
  const { rowCount, hasValue } = column;
  const forms = bytesOf(column, formBytes);
  const words = new Int32Array(forms.buffer, forms.byteOffset, forms.length / Int32Array.BYTES_PER_ELEMENT);
  const memories = Array<Uint8Array>(rowCount).fill(forms);
  const starts = new Int32Array(rowCount);
  const lengths = new Int32Array(rowCount);
  let run: number[] = [];
  let length = 0;
  let end = Number.NaN;
  const endRun = () => {
    const [first] = run;
    if (first === undefined) return;
    const address = forms.byteOffset + first * formBytes + addressAt;
    const memory = duckDbBindings().get_data_from_pointer(forms.buffer, address, length);
    for (const row of run) memories[row] = memory;
    run = [];
    length = 0;
  };
  for (let row = 0; row < rowCount; row++) {
    if (hasValue && !hasValue(row)) continue;
    const own = words[row * formWords] ?? 0;
    lengths[row] = own;
    if (own <= maxWithin) {
      starts[row] = row * formBytes + bytesBehind;
      continue;
    }
    const address = int64At(words, 2 * row + 1);
    if (address !== end) endRun();
    starts[row] = length;
    run.push(row);
    length += own;
    end = address + own;
  }
  endRun();
  return { memories, starts, lengths };
}
