import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier, text } from '../../adapters/duckdb/sql-text.ts';
import { type OwnerDatabase, openLockedDatabase } from '../../adapters/query/duckdb/owner-database.ts';
import type { OrderOfOwner } from '../../adapters/query/duckdb/process/messages.ts';
import { noMoreRows, type Running } from '../../adapters/query/duckdb/process/running.ts';
import type { Overlay } from '../../domain/geometry/overlay.ts';
import { shapeOverlay } from '../../sql/geography/overlay/overlay.ts';
import { cellSql, type ResultColumn } from './cell-sql.ts';
import { addTrino } from './trino/macros.ts';
import { checkUnloadTypes } from './unload.ts';

/** A SELECT for the process of an owner, translated for DuckDB. */
export interface StatementOrder extends OrderOfOwner {
  sql: string;
  /** SELECTs over the files of the tables that it reads, by their names in the schema `store`. */
  views: readonly (readonly [name: string, sql: string])[];
  /** The only files that the query may read. */
  reads: readonly string[];
  /** The file for its rows. */
  path: string;
  /** The format of the rows: Athena's result format, or that of UNLOAD. */
  format: 'csv' | 'parquet';
}

/** Runs each statement in a database of its own, which can access only the files of the order, and writes its rows. */
export function statementOrders(startOverlay: () => Promise<Overlay>): (order: StatementOrder) => Promise<Running> {
  let started: Promise<Overlay> | undefined;
  return async ({ sql, views, reads, path, format }) => {
    started ??= startOverlay();
    const overlay = await started;
    const database: OwnerDatabase = await openLockedDatabase(
      [path, ...reads],
      new Map(views),
      shapeOverlay(() => overlay),
    );
    const { connection } = database;
    return {
      async begin() {
        await addTrino(connection);
        const columns = await columnsOf(connection, sql);
        if (format === 'parquet') checkUnloadTypes(columns);
        const writing = format === 'csv' ? csvSql(sql, columns, path) : parquetSql(sql, path);
        return { rows: (await connection.run(writing)).rowsChanged, columns };
      },
      more: noMoreRows,
      interrupt: () => connection.interrupt(),
      close: () => database.close(),
    };
  };
}

async function columnsOf(connection: DuckDBConnection, sql: string): Promise<ResultColumn[]> {
  const described = await connection.runAndReadAll(`DESCRIBE ${sql}`);
  return described.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }));
}

/** Every value in quotes, and nothing for NULL. */
function csvSql(sql: string, columns: readonly ResultColumn[], path: string): string {
  const cells = columns.map((column) => `${cellSql(column)} AS ${identifier(column.name)}`);
  return `COPY (SELECT ${cells.join(', ')} FROM (${sql})) TO ${text(path)} (FORMAT csv, HEADER true, FORCE_QUOTE *, NULLSTR '')`;
}

const parquetSql = (sql: string, path: string) => `COPY (${sql}) TO ${text(path)} (FORMAT parquet, COMPRESSION snappy)`;
