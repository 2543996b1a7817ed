import { dirname } from 'node:path';
import type * as duckDbModule from '@duckdb/node-api';
import { identifier, text } from './sql-text.ts';

export const duckDbInstall = 'npm ci';

/**
 * Loads DuckDB at the first call. A bundle contains its JavaScript, whose hundred files would take three times as long
 * to load one by one; the native code may be in a layer, as with GDAL.
 *
 * @returns undefined if it is not installed.
 * @throws the error of an installed one that does not load, such as a lack of memory.
 * @example const duckDb = await loadDuckDb(); // undefined on a platform without the native code
 */
export function loadDuckDb(): Promise<typeof duckDbModule | undefined> {
  return import('@duckdb/node-api').catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}

/** Whether a package was not found, or there is none for this platform. */
function isMissing({ code = '', message }: NodeJS.ErrnoException): boolean {
  return code.endsWith('MODULE_NOT_FOUND') || message.includes('unsupported arch');
}

/** DUCKDB_RESULT_TYPE_INVALID of DuckDB. */
const failedResult = 0;

/**
 * Whether a stream has failed. To be checked after its last row: a failed stream ends like any other.
 *
 * @example if (chunk === null && hasFailed(result)) await runAgain();
 */
export function hasFailed({ returnType }: Pick<duckDbModule.DuckDBResult, 'returnType'>): boolean {
  return returnType === failedResult;
}

/**
 * @throws Error if the result's stream has failed after its first rows.
 * @example
 * for await (const chunk of result) take(chunk);
 * assertComplete(result);
 */
export function assertComplete(result: Pick<duckDbModule.DuckDBResult, 'returnType'>): void {
  if (hasFailed(result)) throw new Error('a result failed behind its first rows');
}

/** One Parquet file, opened for reading. */
export interface DuckDbConnection {
  /** Column names with their types. */
  columns(): Promise<Map<string, string>>;
  /** The value of a key in the file's metadata. */
  keyValue(key: string): Promise<string | undefined>;
  /** Streams the rows: the geometry as well-known binary, then the named columns. */
  rows(geometry: string, names: string[]): AsyncIterable<[wkb: Uint8Array | null, ...values: unknown[]]>;
  close(): void;
}

/**
 * Opens an untrusted Parquet file: with little memory, and without access to other files.
 *
 * @returns undefined if DuckDB is not installed.
 * @example
 * const connection = await openDuckDb('fields.parquet');
 * for await (const [wkb, name] of connection?.rows('geometry', ['name']) ?? []) take(wkb, name);
 */
export async function openDuckDb(path: string): Promise<DuckDbConnection | undefined> {
  const duckDb = await loadDuckDb();
  if (!duckDb) return undefined;
  const instance = await duckDb.DuckDBInstance.create(':memory:', {
    threads: '2',
    memory_limit: '1GB',
    // DuckDB spills into the working directory even with a limit of 0 bytes, but not without a directory.
    temp_directory: '',
  });
  const connection = await instance.connect();
  await connection.run(`set allowed_directories = [${text(dirname(path))}]`);
  await connection.run('set enable_external_access = false');
  await connection.run('set enable_geoparquet_conversion = false');
  await connection.run('set lock_configuration = true');
  const source = `read_parquet(${text(path)})`;
  const columns = async () => {
    const described = await connection.runAndReadAll(`describe select * from ${source}`);
    return new Map(described.getRowsJson().map(([name, type]) => [String(name), String(type)]));
  };
  return {
    columns,
    async keyValue(key) {
      const read = await connection.runAndReadAll(
        `select decode(value) from parquet_kv_metadata(${text(path)}) where decode(key) = ${text(key)}`,
      );
      const [row] = read.getRowsJson();
      return row ? String(row[0]) : undefined;
    },
    async *rows(geometry, names) {
      const type = (await columns()).get(geometry) ?? '';
      const wkb = type.startsWith('GEOMETRY') ? `ST_AsWKB(${identifier(geometry)})` : identifier(geometry);
      const result = await connection.stream(
        `select ${[`(${wkb})::blob`, ...names.map(identifier)].join(', ')} from ${source}`,
      );
      for await (const rows of result.yieldRows()) {
        for (const [blob, ...values] of rows)
          yield [blob instanceof duckDb.DuckDBBlobValue ? blob.bytes : null, ...values];
      }
      assertComplete(result);
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
