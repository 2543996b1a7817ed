import type { DuckDBConnection } from '@duckdb/node-api';
import { geosOverlay } from '../../adapters/geos/geos-overlay.ts';
import { openLockedDatabase } from '../../adapters/query/duckdb/owner-database.ts';
import { identifier, text } from '../../adapters/sql-text.ts';
import { shapeOverlay } from '../../domain/query/geography/overlay.ts';
import { cellSql, type ResultColumn } from './cell-sql.ts';
import { type LakeFilesOptions, scannedFiles } from './lake-files.ts';
import { lakeViewSql } from './lake-view.ts';
import { addTrino } from './trino/macros.ts';
import type { Part } from './trino/parts.ts';
import { renameScans } from './trino/scans.ts';
import { write } from './trino/translate.ts';
import { checkUnloadTypes } from './unload.ts';

export interface StatementOptions extends LakeFilesOptions {
  /** Bytes of files that may be read. */
  mostBytesScanned: number;
  /** The file that the rows are written to. */
  path: string;
  /** As which they are written: as Athena writes results, or for UNLOAD. */
  format: 'csv' | 'parquet';
  /** Ends the query when it is aborted. */
  signal: AbortSignal;
}

export interface StatementResult {
  columns: ResultColumn[];
  rowCount: number;
  bytesScanned: number;
}

/** Athena stops a query that reads more than its workgroup allows, and then calls it cancelled. */
export class ScanLimitReached extends Error {}

let loaded: ReturnType<typeof geosOverlay> | undefined;

async function overlay() {
  loaded ??= geosOverlay(() => import('geos-wasm'));
  const made = await loaded;
  return shapeOverlay(() => made);
}

/**
 * Runs a SELECT in a database of its own, in which nothing can be reached but the files of the tables that it reads, and writes its rows.
 *
 * @throws TrinoProblem, ScanLimitReached, or what DuckDB says.
 */
export async function runStatement(parts: readonly Part[], options: StatementOptions): Promise<StatementResult> {
  const { path, format, signal, mostBytesScanned } = options;
  const views = new Map<string, string>();
  const reachable = [path];
  let bytesScanned = 0;
  const select = renameScans(parts, (scan) => {
    const { table, folders, files } = scannedFiles(scan, options);
    bytesScanned += files.reduce((sum, { bytes }) => sum + bytes, 0);
    const paths = files.map(({ path }) => path);
    const name = `scan${views.size + 1}`;
    views.set(name, lakeViewSql(table, folders, paths));
    reachable.push(...paths);
    return `store.${name}`;
  });
  if (bytesScanned > mostBytesScanned) throw new ScanLimitReached('Bytes scanned limit was exceeded');
  const sql = write(select);
  const { connection, close } = await openLockedDatabase(reachable, views, await overlay());
  const interrupt = () => connection.interrupt();
  signal.addEventListener('abort', interrupt);
  try {
    signal.throwIfAborted();
    await addTrino(connection);
    const columns = await columnsOf(connection, sql);
    if (format === 'parquet') checkUnloadTypes(columns);
    const { rowsChanged } = await connection.run(format === 'csv' ? csvSql(sql, columns, path) : parquetSql(sql, path));
    return { columns, rowCount: rowsChanged, bytesScanned };
  } finally {
    signal.removeEventListener('abort', interrupt);
    close();
  }
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
