import { stat } from 'node:fs/promises';
import type * as duckDbModule from '@duckdb/node-api';
import type { LeftOut } from '../../../domain/query/query-engine.ts';
import { ownerTables } from '../../../domain/query/tables/owner-catalogue.ts';
import type { ShapeOverlay } from '../../../sql/geography/overlay/overlay.ts';
import { duckDbInstall, loadDuckDb } from '../../duckdb/duckdb.ts';
import { identifier, text } from '../../duckdb/sql-text.ts';
import { addGeography } from './add-geography.ts';
import { addText } from './add-text.ts';
import { viewSql } from './table-view.ts';

/** A database that can read only the files of one owner. */
export interface OwnerDatabase {
  connection: duckDbModule.DuckDBConnection;
  /** Another connection, for one query. */
  connect(): Promise<duckDbModule.DuckDBConnection>;
  /** Frees the indexes that a query has created. */
  forget(): void;
  close(): void;
}

/** The only files on the local disk that a database can access. */
export interface ReachableFiles {
  /** Parquet files with the rows of the owner, for each table that may be read. */
  tables: ReadonlyMap<string, readonly string[]>;
  /** Points in the files that are excluded. */
  leftOut?: LeftOut;
  /** The file that may be written. */
  writes?: string;
}

/** Memory limit of DuckDB; two databases with their overhead fit into a function of 3,008 MB. */
const memoryLimit = '1200MB';
/**
 * Maximum bytes of files whose Parquet footers are cached between queries. For a gigabyte of points the footers take
 * some 90 MB, most of which DuckDB does not count.
 */
const maxBytesWithCachedFooters = 2_000_000_000;

/**
 * Opens a database in memory over the files of one owner and locks it: no SQL can access other paths, the network,
 * extensions or settings.
 */
export async function openOwnerDatabase(
  ownerId: string,
  { tables, leftOut, writes }: ReachableFiles,
  overlay: ShapeOverlay,
): Promise<OwnerDatabase> {
  const views = ownerTables(ownerId).flatMap((table) => {
    const name = table.stored.at(-1) ?? '';
    const paths = tables.get(name);
    const without = name === 'points' && paths?.length ? withoutSql(leftOut) : '';
    return paths ? [[name, `${viewSql(ownerId, table, paths)}${without}`] as const] : [];
  });
  return openLockedDatabase([...tables.values(), writes ?? []].flat(), new Map(views), overlay);
}

/**
 * A locked database over any files, of one owner or of none.
 *
 * @param views SELECTs by their names in the schema `store`.
 */
export async function openLockedDatabase(
  reachable: readonly string[],
  views: ReadonlyMap<string, string>,
  overlay: ShapeOverlay,
): Promise<OwnerDatabase> {
  const duckDb = await loadDuckDb();
  if (!duckDb) throw new Error(`DuckDB is not installed: ${duckDbInstall}`);
  const instance = await duckDb.DuckDBInstance.create(':memory:', {
    threads: '2',
    memory_limit: memoryLimit,
    // DuckDB spills into the working directory even with a limit of 0 bytes, but not without a directory.
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  const spatialIndexes = addGeography(duckDb, connection, overlay);
  addText(duckDb, connection);
  // Otherwise each query reads footers twice, when it is prepared and when it runs: longer than a query for one field
  // takes.
  if ((await bytesOf(reachable)) <= maxBytesWithCachedFooters)
    await connection.run('set global parquet_metadata_cache = true');
  await connection.run('create schema store');
  await connection.run(`set allowed_paths = [${reachable.map(text).join(', ')}]`);
  await connection.run("set global timezone = 'UTC'");
  for (const [name, sql] of views) await connection.run(`create view store.${name} as ${sql}`);
  await connection.run('set enable_external_access = false');
  await connection.run('set lock_configuration = true');
  return {
    connection,
    connect: () => instance.connect(),
    forget: spatialIndexes.forget,
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** Total bytes of existing files; the file to write does not exist yet. */
async function bytesOf(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function withoutSql({ ingestIds, svcUserIds }: LeftOut = { ingestIds: [], svcUserIds: [] }): string {
  const lists = [
    ['ingestId', ingestIds],
    ['svcUserId', svcUserIds],
  ] as const;
  const parts = lists.flatMap(([column, values]) =>
    values.length > 0 ? [`${identifier(column)} not in (${values.map(text).join(', ')})`] : [],
  );
  return parts.length > 0 ? ` where ${parts.join(' and ')}` : '';
}
