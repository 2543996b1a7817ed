import { randomUUID } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../../domain/errors.ts';
import type { CompiledQuery } from '../../../domain/query/compile-query.ts';
import type { ShapeOverlay } from '../../../domain/query/geography/overlay.ts';
import { queryProblemDetails } from '../../../domain/query/problem.ts';
import type { LakeDirectory, QueryEngine, QueryLimits, QueryResult } from '../../../domain/query/query-engine.ts';
import { ownerTables } from '../../../domain/query/tables/owner-catalogue.ts';
import { engineProblem } from './engine-problem.ts';
import { exportSql } from './export-sql.ts';
import { sqlGate } from './gate/sql-gate.ts';
import type { LakeCache } from './lake-cache.ts';
import { type OwnerDatabase, openOwnerDatabase } from './owner-database.ts';
import { resultNames } from './result-names.ts';
import { resultValue } from './result-value.ts';

export interface DuckDbEngineOptions {
  directory: LakeDirectory;
  cache: LakeCache;
  overlay: () => Promise<ShapeOverlay>;
  /** Where files are written that a query is exported to. */
  temporaryFolder: string;
}

/**
 * Runs queries with DuckDB over the owner's files of the lake. DuckDB's own parser looks at every statement first, and every query has a
 * database of its own, which is locked before it comes.
 */
export function duckDbQueryEngine({ directory, cache, overlay, temporaryFolder }: DuckDbEngineOptions): QueryEngine {
  const pass = sqlGate();

  async function withDatabase<T>(
    ownerId: string,
    query: CompiledQuery,
    { milliseconds, writes }: { milliseconds: number; writes?: string },
    use: (database: OwnerDatabase) => Promise<T>,
  ): Promise<T> {
    await pass(query.sql, { ownerId, tables: storedTables(ownerId) });
    const tables = await cache.pathsOf(ownerId, await directory.files(ownerId, query.tables));
    const database = await openOwnerDatabase(ownerId, { tables, ...(writes && { writes }) }, await overlay());
    const late = setTimeout(() => database.connection.interrupt(), milliseconds);
    try {
      return await use(database);
    } catch (error) {
      throw engineProblem(error, milliseconds);
    } finally {
      clearTimeout(late);
      database.close();
    }
  }

  return {
    run(ownerId, query, limits) {
      return withDatabase(ownerId, query, limits, (database) => read(database, query, limits));
    },
    async exported(ownerId, query, { bytes, milliseconds }) {
      const path = join(temporaryFolder, `${randomUUID()}.parquet`);
      const sql = exportSql(query, path);
      try {
        const rows = await withDatabase(ownerId, query, { milliseconds, writes: path }, async ({ connection }) => {
          const { rowsChanged } = await connection.run(sql);
          return rowsChanged;
        });
        if (rows === 0) return undefined;
        if ((await stat(path)).size > bytes) throw tooLarge(bytes);
        return await readFile(path);
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}

/** Of the schema `store`. */
function storedTables(ownerId: string): ReadonlySet<string> {
  return new Set(ownerTables(ownerId).map(({ stored }) => stored.at(-1) ?? ''));
}

async function read({ connection }: OwnerDatabase, query: CompiledQuery, limits: QueryLimits): Promise<QueryResult> {
  const names = resultNames(query.columns);
  const result = await connection.stream(query.sql);
  const rows: QueryResult['rows'] = [];
  let bytes = 0;
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    for (const values of chunk.getRows()) {
      const row = Object.fromEntries(
        query.columns.map(({ type }, index) => [names[index] ?? '', resultValue(values[index] ?? null, type)]),
      );
      bytes += JSON.stringify(row).length + 1;
      if (rows.length === limits.rows || bytes > limits.bytes) return { rows, truncated: true };
      rows.push(row);
    }
  }
  return { rows, truncated: false };
}

function tooLarge(bytes: number): Problem {
  const detail = `The file would have more than ${bytes / 1e6} MB. Select fewer columns, a field or a time.`;
  return new Problem('invalid', detail, queryProblemDetails('limit_exceeded'));
}
