import type { CompiledQuery } from '../../../domain/query/compile-query.ts';
import type { ShapeOverlay } from '../../../domain/query/geography/overlay.ts';
import type { LakeDirectory, QueryEngine, QueryLimits, QueryResult } from '../../../domain/query/query-engine.ts';
import { engineProblem } from './engine-problem.ts';
import { sqlGate } from './gate/sql-gate.ts';
import type { LakeCache } from './lake-cache.ts';
import { type OwnerDatabase, openOwnerDatabase } from './owner-database.ts';
import { resultNames } from './result-names.ts';
import { resultValue } from './result-value.ts';

/** Of the schema `store`. */
const storedTables = new Set(['points']);

export interface DuckDbEngineOptions {
  directory: LakeDirectory;
  cache: LakeCache;
  overlay: () => Promise<ShapeOverlay>;
}

/**
 * Runs queries with DuckDB over the owner's files of the lake. DuckDB's own parser looks at every statement first, and every query has a
 * database of its own, which is locked before it comes.
 */
export function duckDbQueryEngine({ directory, cache, overlay }: DuckDbEngineOptions): QueryEngine {
  const pass = sqlGate();
  return {
    async run(ownerId, query, limits) {
      await pass(query.sql, { ownerId, tables: storedTables });
      const files = query.tables.length > 0 ? await directory.points(ownerId) : [];
      const database = await openOwnerDatabase(ownerId, await cache.pathsOf(ownerId, files), await overlay());
      try {
        return await read(database, query, limits);
      } finally {
        database.close();
      }
    },
  };
}

async function read({ connection }: OwnerDatabase, query: CompiledQuery, limits: QueryLimits): Promise<QueryResult> {
  const late = setTimeout(() => connection.interrupt(), limits.milliseconds);
  try {
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
  } catch (error) {
    throw engineProblem(error, limits.milliseconds);
  } finally {
    clearTimeout(late);
  }
}
