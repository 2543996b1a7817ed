import type { DuckDBConnection } from '@duckdb/node-api';
import { duckDbInstall, loadDuckDb } from '../../../duckdb/duckdb.ts';
import { checkStatement, type Readable } from './check-statement.ts';

/** Number and length of recently accepted statements that are cached: pages of an application repeat the same ones. */
const maxPassed = 50;
const maxKept = 20_000;

/**
 * Parses statements with DuckDB's parser in an empty database, and throws for those that read more than allowed.
 *
 * @param readable for all statements of this gate.
 */
export function sqlGate(readable: Readable): (sql: string) => Promise<void> {
  let opened: Promise<DuckDBConnection> | undefined;
  const passed = new Set<string>();
  return async (sql) => {
    if (passed.has(sql)) return;
    opened ??= emptyDatabase();
    const read = await (await opened).runAndReadAll('select json_serialize_sql($1::varchar)', [sql]);
    checkStatement(JSON.parse(String(read.getRows()[0]?.[0])), readable);
    if (sql.length > maxKept) return;
    passed.add(sql);
    const [oldest] = passed;
    if (passed.size > maxPassed && oldest !== undefined) passed.delete(oldest);
  };
}

async function emptyDatabase(): Promise<DuckDBConnection> {
  const duckDb = await loadDuckDb();
  if (!duckDb) throw new Error(`DuckDB is not installed: ${duckDbInstall}`);
  const instance = await duckDb.DuckDBInstance.create(':memory:', {
    threads: '1',
    memory_limit: '200MB',
    // DuckDB spills into the working directory even with a limit of 0 bytes, but not without a directory.
    temp_directory: '',
    enable_external_access: 'false',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    lock_configuration: 'true',
  });
  return instance.connect();
}
