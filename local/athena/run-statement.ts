import type { DuckDBConnection } from '@duckdb/node-api';
import { geosOverlay } from '../../adapters/geos/geos-overlay.ts';
import { openLockedDatabase } from '../../adapters/query/duckdb/owner-database.ts';
import { shapeOverlay } from '../../domain/query/geography/overlay.ts';
import { cellText } from './cell-text.ts';
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
  /** A Parquet file that the rows are written to. */
  unloads?: string;
  /** Ends the query when it is aborted. */
  signal: AbortSignal;
}

export interface StatementResult {
  columns: { name: string; type: string }[];
  /** Absent where they are written to a file. */
  rows: (string | undefined)[][];
  /** How many were written to a file. */
  unloaded: number;
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
 * Runs a SELECT in a database of its own, in which nothing can be reached but the files of the tables that it reads.
 *
 * @throws TrinoProblem, ScanLimitReached, or what DuckDB says.
 */
export async function runStatement(parts: readonly Part[], options: StatementOptions): Promise<StatementResult> {
  const { unloads, signal, mostBytesScanned } = options;
  const views = new Map<string, string>();
  const reachable = unloads === undefined ? [] : [unloads];
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
    const made = unloads === undefined ? await readRows(connection, sql) : await writeRows(connection, sql, unloads);
    return { ...made, bytesScanned };
  } finally {
    signal.removeEventListener('abort', interrupt);
    close();
  }
}

type Made = Omit<StatementResult, 'bytesScanned'>;

async function readRows(connection: DuckDBConnection, sql: string): Promise<Made> {
  const read = await connection.runAndReadAll(sql);
  const types = read.columnTypes().map(String);
  return {
    columns: read.columnNames().map((name, index) => ({ name, type: types[index] ?? '' })),
    rows: read.getRows().map((row) => row.map((value, index) => cellText(value, types[index] ?? ''))),
    unloaded: 0,
  };
}

async function writeRows(connection: DuckDBConnection, sql: string, path: string): Promise<Made> {
  const described = await connection.runAndReadAll(`DESCRIBE ${sql}`);
  checkUnloadTypes(described.getRows().map(([name, type]) => ({ name: String(name), type: String(type) })));
  const { rowsChanged } = await connection.run(`COPY (${sql}) TO '${path}' (FORMAT parquet, COMPRESSION snappy)`);
  return { columns: [{ name: 'rows', type: 'BIGINT' }], rows: [], unloaded: rowsChanged };
}
