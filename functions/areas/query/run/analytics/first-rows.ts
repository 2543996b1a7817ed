import type { RowText } from '../../../../../domain/query/query-engine.ts';

/** By the names of the result's columns. */
export type ResultRow = Record<string, unknown>;

/** An answer of Lambda holds 6 MB, of which its own escapes take some; and no client shows more rows than these at once. */
export const answerLimits = { rows: 50_000, bytes: 4_000_000 };

export interface FirstRows {
  rows: ResultRow[];
  /** Size of the rows as JSON. */
  bytes: number;
  /** Whether there were more rows than the limits allow. */
  truncated: boolean;
}

/** The rows that some limits allow; the rest is not taken. */
export async function firstRows(
  pieces: AsyncIterable<readonly RowText[]>,
  limits: { rows: number; bytes: number },
): Promise<FirstRows> {
  const rows: RowText[] = [];
  let bytes = 0;
  const read = (truncated: boolean) => ({ rows: JSON.parse(`[${rows.join()}]`) as ResultRow[], bytes, truncated });
  for await (const piece of pieces) {
    for (const row of piece) {
      if (rows.length === limits.rows || bytes + row.length >= limits.bytes) return read(true);
      bytes += row.length + 1;
      rows.push(row);
    }
  }
  return read(false);
}
