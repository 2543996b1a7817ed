import { setImmediate as afterwards } from 'node:timers/promises';
import type { DuckDBConnection, DuckDBResult } from '@duckdb/node-api';
import type { Overlay } from '../../../../domain/geometry/overlay.ts';
import { runtimeName } from '../../../../domain/query/functions/geography/define.ts';
import { runtimeFunctions } from '../../../../domain/query/geography/functions.ts';
import { shapeOverlay } from '../../../../domain/query/geography/overlay.ts';
import { ownerTables } from '../../../../domain/query/tables/owner-catalogue.ts';
import { hasFailed } from '../../../geo/duckdb.ts';
import { sqlGate } from '../gate/sql-gate.ts';
import { type OwnerDatabase, openOwnerDatabase } from '../owner-database.ts';
import { rowLines } from '../row-lines.ts';
import type { Order } from './messages.ts';

/** Rows as lines of JSON, and whether there are no more. */
export interface Piece {
  lines: string;
  last: boolean;
}

/** A query that runs. */
export interface Running {
  /** The number of rows that were exported, or the first of the rows. */
  begin(): Promise<{ exported: number } | Piece>;
  more(): Promise<Piece>;
  interrupt(): void;
  close(): void;
}

/**
 * Runs the orders of one owner. The gate looks at each; the database stays open, locked over the same files, until others are asked for. An
 * export has a database of its own, which may write its one file.
 */
export function ownerOrders(startOverlay: () => Promise<Overlay>): (order: Order) => Promise<Running> {
  const pass = sqlGate();
  let overlay: Overlay | undefined;
  const shapes = shapeOverlay(() => {
    if (!overlay) throw new Error('the overlay was not started');
    return overlay;
  });
  let kept: { files: string; database: OwnerDatabase } | undefined;

  const databaseOf = async ({ ownerId, tables, leftOut }: Order): Promise<OwnerDatabase> => {
    const files = JSON.stringify([ownerId, tables, leftOut]);
    if (kept?.files === files) return kept.database;
    kept?.database.close();
    kept = undefined;
    const database = await openOwnerDatabase(ownerId, { tables: new Map(tables), leftOut }, shapes);
    kept = { files, database };
    return database;
  };

  return async (order) => {
    const { ownerId, tables, leftOut, sql, columns, export: exported } = order;
    const readable = { ownerId, tables: new Set(ownerTables(ownerId).map(({ stored }) => stored.at(-1) ?? '')) };
    await pass(sql, readable);
    if (overlaying.some((name) => sql.includes(name))) overlay ??= await startOverlay();
    if (exported) {
      const reach = { tables: new Map(tables), leftOut, writes: exported.path };
      const database = await openOwnerDatabase(ownerId, reach, shapes);
      const connection = await database.connect();
      return {
        begin: async () => ({ exported: (await connection.run(exported.sql)).rowsChanged }),
        more: () => Promise.reject(new Error('an export gives no rows')),
        interrupt: () => connection.interrupt(),
        close() {
          connection.closeSync();
          database.close();
        },
      };
    }
    const connection = await (await databaseOf(order)).connect();
    return rowsOf(connection, sql, columns);
  };
}

/** What starts a library that most queries need not wait for. */
const overlaying = Object.entries(runtimeFunctions).flatMap(([name, { overlays }]) =>
  overlays ? [runtimeName(name)] : [],
);

function rowsOf(connection: DuckDBConnection, sql: string, columns: Order['columns']): Running {
  let result: DuckDBResult | undefined;
  let next: ReturnType<DuckDBResult['fetchChunk']> | undefined;
  let ahead: Promise<Piece> | undefined;
  /** Why a stream has failed on its way says whoever runs it again. */
  const checkEnd = async () => {
    if (!result || !hasFailed(result)) return;
    await connection.run(`EXPLAIN ANALYZE ${sql}`);
    throw new Error('a result ended before its last row');
  };
  const made = async (): Promise<Piece> => {
    const chunk = await next;
    if (!result || !chunk || chunk.rowCount === 0) {
      await checkEnd();
      return { lines: '', last: true };
    }
    next = result.fetchChunk();
    // A failure is thrown when it is this piece's turn.
    next.catch(() => {});
    const lines = rowLines(chunk, columns);
    const last = chunk.rowCount < fullChunk && ((await next)?.rowCount ?? 0) === 0;
    if (last) await checkEnd();
    return { lines, last };
  };
  /** The next piece is made while this one is on its way. */
  const piece = async (): Promise<Piece> => {
    const found = await (ahead ?? made());
    if (!found.last) {
      ahead = afterwards().then(made);
      // A failure is thrown when it is that piece's turn.
      ahead.catch(() => {});
    }
    return found;
  };
  return {
    async begin() {
      result = await connection.stream(sql);
      next = result.fetchChunk();
      return piece();
    },
    more: piece,
    interrupt: () => connection.interrupt(),
    close: () => connection.closeSync(),
  };
}

/** Rows in a vector of DuckDB: after fewer there are probably no more. */
const fullChunk = 2048;
