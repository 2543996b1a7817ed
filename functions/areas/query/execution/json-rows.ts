import type { RowText } from '../../../../domain/query/query-engine.ts';
import type { ResultCaps } from './limits.ts';

/** Offsets of rows in such a text; the last one is its end. */
export type RowMarks = [row: number, byte: number][];

/** Progress of writing a result. */
export interface WrittenRows {
  rows: number;
  /** Size of the whole text, after its end. */
  bytes: number;
  /** Whether there were more rows than the caps allow. */
  truncated: boolean;
  /** Positions of the first row, of large ones, and of rows at least `betweenMarks` behind the last mark. */
  marks: RowMarks;
}

export function nothingWritten(): WrittenRows {
  return { rows: 0, bytes: 0, truncated: false, marks: [] };
}

const betweenMarks = 256 * 1024;

/** In front of the first row, between rows, and behind the last: a row and two bytes follow each other. */
const [first, next, end] = ['[', ',\n', ']\n'];
const behindRow = 2;

/**
 * Rows as one JSON array with a row in each line, piece by piece, until the caps are reached; empty if there are no rows.
 *
 * @throws Problem of the caps for more rows than they allow.
 * @param written called with the amount written so far.
 * @example await files.putStream(key, jsonRows(pieces, { rows: 1_000_000, bytes: 1e9 }, written), 'application/json');
 */
export async function* jsonRows(
  pieces: AsyncIterable<readonly RowText[]>,
  caps: ResultCaps,
  written: WrittenRows,
): AsyncGenerator<Uint8Array> {
  let at = first.length;
  for await (const piece of pieces) {
    let text = '';
    for (const row of piece) {
      const bytes = Buffer.byteLength(row) + behindRow;
      written.truncated = written.rows === caps.rows || at + bytes > caps.bytes;
      if (written.truncated && caps.tooLarge) throw caps.tooLarge();
      if (written.truncated) break;
      const [, marked] = written.marks.at(-1) ?? [];
      if (marked === undefined || at - marked >= betweenMarks || bytes >= betweenMarks)
        written.marks.push([written.rows, at]);
      text += (written.rows === 0 ? first : next) + row;
      written.rows += 1;
      at += bytes;
    }
    if (text !== '') yield Buffer.from(text);
    if (written.truncated) break;
  }
  if (written.rows === 0) return;
  written.bytes = at;
  written.marks.push([written.rows, at]);
  yield Buffer.from(end);
}

/** The rows in a part of such a text that begins with a row and ends where the next one begins, or with the text. */
export function rowsIn(part: string): RowText[] {
  const lines = part.split('\n');
  return lines.slice(0, -1).map((line) => line.slice(0, -1));
}
