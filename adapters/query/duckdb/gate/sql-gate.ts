import type { DuckDBConnection } from '@duckdb/node-api';
import { duckDbInstall, loadDuckDb } from '../../../geo/duckdb.ts';
import { checkStatement, type Readable } from './check-statement.ts';

/** Reads statements with the parser of DuckDB, in a database that has nothing, and refuses those that read what they may not. */
export function sqlGate(): (sql: string, readable: Readable) => Promise<void> {
  let opened: Promise<DuckDBConnection> | undefined;
  return async (sql, readable) => {
    opened ??= emptyDatabase();
    const read = await (await opened).runAndReadAll('select json_serialize_sql($1::varchar)', [sql]);
    checkStatement(JSON.parse(String(read.getRows()[0]?.[0])), readable);
  };
}

async function emptyDatabase(): Promise<DuckDBConnection> {
  const duckDb = loadDuckDb();
  if (!duckDb) throw new Error(`DuckDB is not installed: ${duckDbInstall}`);
  const instance = await duckDb.DuckDBInstance.create(':memory:', {
    threads: '1',
    enable_external_access: 'false',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    lock_configuration: 'true',
  });
  return instance.connect();
}
