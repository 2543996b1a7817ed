import { Problem } from '../../../../domain/errors.ts';
import { resultKey, rowMarksKey } from '../../../../domain/files/object-keys.ts';
import { limits } from '../../../../domain/limits.ts';
import { type RowMarks, rowsIn } from '../execution/json-rows.ts';
import { resultGone } from './ended-query.ts';
import type { QueriesServices } from './services.ts';

/** Maximum bytes between two marks of the index; a larger distance means a row that is larger than any answer. */
const maxRead = 4 * limits.inlineBytes;

/**
 * Rows of a stored result from a position on: as many as were asked for, or as fit into a response.
 *
 * @example const rows = await pageOfRows({ ownerId, run }, { from: 0, size: 100 }, services);
 */
export async function pageOfRows(
  { ownerId, run }: { ownerId: string; run: string },
  { from, size }: { from: number; size: number },
  { files, parts }: Pick<QueriesServices, 'files' | 'parts'>,
): Promise<string[]> {
  const marks = await marksOf(rowMarksKey(ownerId, run), files);
  const [total] = marks.at(-1) ?? [0];
  if (from >= total) return [];
  const first = marks.findLast(([row]) => row <= from) ?? [0, 1];
  const reachable = marks.filter(([row, byte]) => row > from && byte - first[1] <= maxRead);
  const last = reachable.find(([row]) => row >= from + size) ?? reachable.at(-1);
  if (!last) throw rowTooLarge(from);
  const part = await parts.read(resultKey(ownerId, 'ROWS', run), first[1], last[1]);
  if (!part) throw resultGone();
  const rows = rowsIn(Buffer.from(part).toString('utf8')).slice(from - first[0], from - first[0] + size);
  const fitting = thatFit(rows);
  if (fitting.length === 0) throw rowTooLarge(from);
  return fitting;
}

async function marksOf(key: string, files: QueriesServices['files']): Promise<RowMarks> {
  const text = await files.getText(key);
  if (text === undefined) throw resultGone();
  return JSON.parse(text) as RowMarks;
}

function thatFit(rows: string[]): string[] {
  let bytes = 2;
  const tooMany = rows.findIndex((row) => {
    bytes += Buffer.byteLength(row) + 2;
    return bytes > limits.inlineBytes;
  });
  return tooMany < 0 ? rows : rows.slice(0, tooMany);
}

function rowTooLarge(row: number): Problem {
  const detail = `Row ${row} (counted from 0) exceeds the maximum size of a response. Download the whole result instead.`;
  return new Problem('invalid', detail, { errorKey: 'rowTooLarge' });
}
