import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as duckDb from '@duckdb/node-api';
import { duckDbQueryEngine } from '../../adapters/query/duckdb/duckdb-query-engine.ts';
import { ownerProcesses } from '../../adapters/query/duckdb/process/owner-processes.ts';
import { ownerCatalogue } from '../../domain/query/tables/owner-catalogue.ts';
import { compileQuery } from '../../sql/compile-query.ts';
import type { Box } from '../../sql/geography/box.ts';
import { projectDir } from '../running-furrow.ts';
import { pointsByHand } from './points-by-hand.ts';

export const ownerId = 'bench';
const never = new AbortController().signal;
/** The program as source, which loads slower than the bundle and runs as fast. */
const program = {
  path: join(projectDir, 'functions', 'areas', 'query', 'execution', 'query-process.ts'),
  execArgv: ['--import', 'tsx'],
};

/**
 * The service without its server: compiler, gate, database and rows, as text of JSON.
 *
 * @param paths of points.
 * @param others of other tables.
 */
export function service(paths: readonly string[], others: ReadonlyMap<string, readonly string[]> = new Map()) {
  const tables = new Map([...others, ['points', paths] as const].map(([name, some]) => [name, [...some]]));
  const files = new Map(
    [...tables].map(([name, some]) => [name, some.map((key) => ({ key, version: '', bytes: statSync(key).size }))]),
  );
  const processes = ownerProcesses(program);
  const engine = duckDbQueryEngine({
    directory: {
      files: async () => ({ tables: files, leftOut: { ingestIds: [], svcUserIds: [] } }),
    },
    cache: { pathsOf: async () => tables },
    processes,
    temporaryFolder: tmpdir(),
  });
  const compiled = (text: string, fieldBoxes?: ReadonlyMap<string, Box>) =>
    compileQuery(text, ownerCatalogue(ownerId), { engine: 'duckdb', now: 0, ...(fieldBoxes && { boxes: fieldBoxes }) });
  return {
    /** @param fieldBoxes where the points of fields lie, as stored for each file. */
    async ask(text: string, fieldBoxes?: ReadonlyMap<string, Box>): Promise<string> {
      const rows: string[] = [];
      for await (const some of engine.rows(ownerId, compiled(text, fieldBoxes), never)) rows.push(...some);
      return `[${rows.join()}]`;
    },
    /** Returns the number of exported rows. */
    async export(text: string): Promise<number> {
      const limits = { bytes: 8e9, signal: never };
      return (await engine.exported(ownerId, compiled(text), limits, async ({ rows }) => rows)) ?? 0;
    },
    end: () => processes.end(),
  };
}

/**
 * DuckDB opened directly on these files: once, with as many threads.
 *
 * @param keepsEnds whether it keeps the footers of files between queries, as the service does and DuckDB does not by itself.
 */
export async function byHand(paths: readonly string[], { keepsEnds }: { keepsEnds: boolean }) {
  const instance = await duckDb.DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  const list = paths.map((path) => `'${path}'`).join(', ');
  await connection.run("set timezone = 'UTC'");
  await connection.run(`set parquet_metadata_cache = ${keepsEnds}`);
  await connection.run(`create view points as ${pointsByHand(`[${list}]`)}`);
  return {
    ask: async (sql: string): Promise<string> =>
      JSON.stringify((await connection.runAndReadAll(sql)).getRowObjectsJson()),
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
