import { setImmediate as afterwards } from 'node:timers/promises';
import type { DuckDBConnection, DuckDBResult } from '@duckdb/node-api';
import { hasFailed } from '../../../duckdb/duckdb.ts';
import { rowLines } from '../rows/row-lines.ts';
import type { Order } from './messages.ts';

/** Rows as JSON lines, and whether they are the last. */
export interface Piece {
  lines: Uint8Array;
  last: boolean;
}

/** Rows of a full vector of DuckDB; fewer are probably the last. */
const fullChunk = 2048;

/** The rows of a query in batches; the query starts with the first call. */
export function rowPieces(connection: DuckDBConnection, sql: string, columns: Order['columns']): () => Promise<Piece> {
  let result: DuckDBResult | undefined;
  let next: ReturnType<DuckDBResult['fetchChunk']> | undefined;
  let ahead: Promise<Piece> | undefined;
  const linesOf = rowLines(columns);
  /** Runs a failed stream again to get its error. */
  const checkEnd = async () => {
    if (!result || !hasFailed(result)) return;
    await connection.run(`EXPLAIN ANALYZE ${sql}`);
    throw new Error('a result ended before its last row');
  };
  const made = async (): Promise<Piece> => {
    if (!result) {
      result = await connection.stream(sql);
      next = result.fetchChunk();
    }
    const chunk = await next;
    if (!chunk || chunk.rowCount === 0) {
      await checkEnd();
      return { lines: new Uint8Array(), last: true };
    }
    next = result.fetchChunk();
    // The failure is thrown when this piece is read.
    next.catch(() => {});
    const lines = linesOf(chunk);
    const last = chunk.rowCount < fullChunk && ((await next)?.rowCount ?? 0) === 0;
    if (last) await checkEnd();
    return { lines, last };
  };
  return async () => {
    const found = await (ahead ?? made());
    // The next piece is made while this one is being sent.
    if (!found.last) {
      ahead = afterwards().then(made);
      // The failure is thrown when that piece is read.
      ahead.catch(() => {});
    }
    return found;
  };
}
