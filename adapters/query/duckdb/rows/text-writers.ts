import { int64At, type RawColumn, rawElements, wordsOf } from '../raw/raw-column.ts';
import { rawTexts } from '../raw/raw-texts.ts';
import type { ByteWriter } from './byte-writer.ts';

const none = Buffer.from('null');
const [open, comma, close] = ['[', ',', ']'].map((mark) => Buffer.from(mark)) as [Buffer, Buffer, Buffer];

/** Writes the strings of a column directly from memory, without creating JavaScript strings. */
export function textWriter(column: RawColumn, out: ByteWriter): (row: number) => void {
  const { memories, starts, lengths } = rawTexts(column);
  return (row) => out.quoted(memories[row] ?? none, starts[row] ?? 0, lengths[row] ?? 0);
}

/** Writes lists of strings. */
export function textListWriter(column: RawColumn, out: ByteWriter): (row: number) => void {
  // Start and number of the elements of a row: two 64-bit integers.
  const lists = wordsOf(column, 4);
  const elements = rawElements(column);
  const write = textWriter(elements, out);
  return (row) => {
    const start = int64At(lists, 2 * row);
    const end = start + int64At(lists, 2 * row + 1);
    out.bytes(open);
    for (let element = start; element < end; element++) {
      if (element > start) out.bytes(comma);
      if (elements.hasValue?.(element) ?? true) write(element);
      else out.bytes(none);
    }
    out.bytes(close);
  };
}
