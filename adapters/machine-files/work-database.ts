import { join } from 'node:path';
import type {
  DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBScalarFunction,
  DuckDBType,
} from '@duckdb/node-api';
import { assertComplete, duckDbInstall, loadDuckDb } from '../duckdb/duckdb.ts';
import { identifier, text } from '../duckdb/sql-text.ts';
import { chunkBytes } from './chunk-bytes.ts';
import { fillVector } from './fill-vector.ts';

/** A column of a table that rows are appended to. */
export interface AppendedColumn {
  name: string;
  type: 'DOUBLE' | 'VARCHAR';
}

/** The values of one column for a run of rows; NaN and undefined are null. */
export type ColumnValues = Float64Array | (string | undefined)[];

/** The row engine: a DuckDB database on disk for one piece of work. */
export interface WorkDatabase {
  directory: string;
  run(sql: string): Promise<void>;
  /** Runs a read-only statement in parallel to others. */
  runApart(sql: string): Promise<void>;
  /** Whether it is too large for memory. */
  isOnDisk: boolean;
  /** Sets the number of threads for statements from now on. */
  useThreads(count: 1 | 2): Promise<void>;
  /** All rows of a small result as plain values. */
  rows<T>(sql: string): Promise<T[]>;
  /** The concatenated bytes of a result's only column, a BLOB, in parallel to other statements. */
  bytes(sql: string): AsyncIterable<Uint8Array>;
  /** Creates a table and fills it with chunks of at most `rowsAtOnce` rows. */
  fill(
    table: string,
    columns: AppendedColumn[],
    runs: AsyncIterable<ColumnValues[]> | Iterable<ColumnValues[]>,
  ): Promise<number>;
  /** Defines an SQL function of a longitude and a latitude. */
  defineInsideTest(name: string, test: (longitude: number, latitude: number) => boolean): void;
  close(): void;
}

/** The size of DuckDB's vectors. */
export const rowsAtOnce = 2048;

/**
 * Memory of DuckDB. With what it does not count, strings in transit and the heap, it makes 1.5 GB, half of the
 * function's memory.
 */
const memoryLimit = '800MB';

/**
 * Maximum temporary files, besides an upload that inflates to 6 GB, on the 10 GB disk of a function. Removed with the
 * folder of the work.
 */
const maxSpilled = '4GB';

/** Maximum bytes of a table that is kept in memory, neither compressed nor written, which is twice as fast. */
const maxInMemory = 300_000_000;

/**
 * Opens a database in `directory`, without access to other files.
 *
 * @param bytes of the files whose rows it will hold. Large ones are stored on disk; otherwise only what does not fit
 * into memory is.
 * @example const work = await openWorkDatabase(directory, totalBytes);
 */
export async function openWorkDatabase(directory: string, bytes: number): Promise<WorkDatabase> {
  const duckDb = await loadDuckDb();
  if (!duckDb) throw new Error(`DuckDB is not installed: ${duckDbInstall}`);
  const isOnDisk = bytes > maxInMemory;
  const instance = await duckDb.DuckDBInstance.create(isOnDisk ? join(directory, 'work.duckdb') : ':memory:', {
    threads: '2',
    memory_limit: memoryLimit,
    temp_directory: join(directory, 'spill'),
    max_temp_directory_size: maxSpilled,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  await connection.run(`set home_directory = ${text(directory)}`);
  await connection.run("set global timezone = 'UTC'");
  await connection.run(`set allowed_directories = [${text(directory)}]`);
  await connection.run('set enable_external_access = false');
  return database({ directory, isOnDisk }, instance, connection, {
    DOUBLE: duckDb.DOUBLE,
    VARCHAR: duckDb.VARCHAR,
    chunkOf: (types, rows) => duckDb.DuckDBDataChunk.create(types, rows),
    insideTest: (name, test) =>
      duckDb.DuckDBScalarFunction.create({
        name,
        parameterTypes: [duckDb.DOUBLE, duckDb.DOUBLE],
        returnType: duckDb.BOOLEAN,
        mainFunction(_, points, results) {
          const [longitudes, latitudes] = [points.getColumnVector(0), points.getColumnVector(1)];
          for (let row = 0; row < points.rowCount; row++) {
            results.setItem(row, test(Number(longitudes.getItem(row)), Number(latitudes.getItem(row))));
          }
          results.flush();
        },
      }),
  });
}

interface Types {
  DOUBLE: DuckDBType;
  VARCHAR: DuckDBType;
  chunkOf(types: DuckDBType[], rows: number): DuckDBDataChunk;
  insideTest(name: string, test: (longitude: number, latitude: number) => boolean): DuckDBScalarFunction;
}

function database(
  { directory, isOnDisk }: Pick<WorkDatabase, 'directory' | 'isOnDisk'>,
  instance: DuckDBInstance,
  connection: DuckDBConnection,
  types: Types,
): WorkDatabase {
  /** A connection of its own, since a connection runs one statement at a time. */
  async function runApart(sql: string): Promise<void> {
    const own = await instance.connect();
    try {
      await own.run(sql);
    } finally {
      own.closeSync();
    }
  }
  return {
    directory,
    isOnDisk,
    async run(sql) {
      await connection.run(sql);
    },
    runApart,
    useThreads: (count) => runApart(`set threads = ${count}`),
    async rows<T>(sql: string) {
      const read = await connection.runAndReadAll(sql);
      return read.getRowObjectsJson() as T[];
    },
    async *bytes(sql) {
      // A connection of its own, so that other statements run while the rows are read.
      const reading = await instance.connect();
      let next: Promise<DuckDBDataChunk | null> | undefined;
      try {
        const result = await reading.stream(sql);
        for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await next) {
          next = result.fetchChunk();
          // The failure is thrown when this run is read; until then it must not be an unhandled rejection.
          next.catch(() => {});
          yield* chunkBytes(chunk);
        }
        assertComplete(result);
      } finally {
        await next?.catch(() => {});
        reading.closeSync();
      }
    },
    async fill(table, columns, runs) {
      const definition = columns.map(({ name, type }) => `${identifier(name)} ${type}`).join(', ');
      await connection.run(`create table ${identifier(table)} (${definition})`);
      const appender = await connection.createAppender(table);
      const columnTypes = columns.map(({ type }) => types[type]);
      let rows = 0;
      for await (const run of runs) {
        const length = run[0]?.length ?? 0;
        if (length === 0) continue;
        const chunk = types.chunkOf(columnTypes, length);
        for (const [index, values] of run.entries()) fillVector(chunk, index, values);
        appender.appendDataChunk(chunk);
        rows += length;
      }
      appender.closeSync();
      return rows;
    },
    defineInsideTest(name, test) {
      connection.registerScalarFunction(types.insideTest(name, test));
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
