import type * as duckDbModule from '@duckdb/node-api';
import type { ShapeOverlay } from '../../../domain/query/geography/overlay.ts';
import { pointsTable } from '../../../domain/query/tables/points.ts';
import type { SqlType } from '../../../domain/query/types/sql-type.ts';
import { duckDbInstall, loadDuckDb } from '../../geo/duckdb.ts';
import { addGeography } from './add-geography.ts';
import { identifier, text } from './sql-text.ts';

/** A database in which nothing can be read but the files of one owner. */
export interface OwnerDatabase {
  connection: duckDbModule.DuckDBConnection;
  close(): void;
}

/** The only files of this machine that a database reaches. */
export interface ReachableFiles {
  /** The owner's points as Parquet files. */
  paths: readonly string[];
  /** What may be written. */
  writes?: string;
}

const memoryLimit = '1500MB';

/**
 * Opens a database in memory over the files of one owner and locks it: no other path, no network, no extension, no setting is in reach,
 * whatever SQL comes.
 */
export async function openOwnerDatabase(
  ownerId: string,
  { paths, writes }: ReachableFiles,
  overlay: ShapeOverlay,
): Promise<OwnerDatabase> {
  const duckDb = loadDuckDb();
  if (!duckDb) throw new Error(`DuckDB is not installed: ${duckDbInstall}`);
  const instance = await duckDb.DuckDBInstance.create(':memory:', {
    threads: '2',
    memory_limit: memoryLimit,
    max_temp_directory_size: '0GB',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  addGeography(duckDb, connection, overlay);
  await connection.run('create schema store');
  await connection.run(`set allowed_paths = [${[...paths, ...(writes ? [writes] : [])].map(text).join(', ')}]`);
  await connection.run("set global timezone = 'UTC'");
  await connection.run(`create view store.points as ${pointsSql(ownerId, paths)}`);
  await connection.run('set enable_external_access = false');
  await connection.run('set lock_configuration = true');
  return {
    connection,
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

function pointsSql(ownerId: string, points: readonly string[]): string {
  const owner = `${text(ownerId)} as owner`;
  if (points.length > 0) {
    const files = `[${points.map(text).join(', ')}]`;
    return `select *, ${owner} from read_parquet(${files}, hive_partitioning = false)`;
  }
  const columns = pointsTable(ownerId).columns.flatMap(({ type, stored }) =>
    'column' in stored
      ? [`null::${engineType(type)} as ${identifier(stored.column)}`]
      : [`null::double as ${stored.longitude}`, `null::double as ${stored.latitude}`],
  );
  return `select ${[...new Set(columns)].join(', ')}, ${owner} where false`;
}

function engineType(type: SqlType): string {
  if (type.kind === 'ARRAY') return `${engineType(type.element)}[]`;
  const types: Partial<Record<SqlType['kind'], string>> = { FLOAT64: 'double', INT64: 'bigint', BOOL: 'boolean' };
  return types[type.kind] ?? (type.kind === 'TIMESTAMP' ? 'timestamp' : 'varchar');
}
