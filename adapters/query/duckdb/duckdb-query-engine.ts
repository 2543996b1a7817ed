import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBDataChunk, DuckDBValue } from '@duckdb/node-api';
import type { CompiledQuery } from '../../../domain/query/compile-query.ts';
import type { ShapeOverlay } from '../../../domain/query/geography/overlay.ts';
import type { LakeDirectory, QueryEngine, RowText } from '../../../domain/query/query-engine.ts';
import { ownerTables } from '../../../domain/query/tables/owner-catalogue.ts';
import type { SqlType } from '../../../domain/query/types/sql-type.ts';
import { exportTooLarge } from '../export-too-large.ts';
import { resultNames } from '../result-names.ts';
import { engineProblem } from './engine-problem.ts';
import { exportSql } from './export-sql.ts';
import { sqlGate } from './gate/sql-gate.ts';
import type { LakeCache } from './lake-cache.ts';
import { type OwnerDatabase, openOwnerDatabase } from './owner-database.ts';
import { resultValue } from './result-value.ts';

/** DuckDB's DUCKDB_RESULT_TYPE_INVALID. */
const failedResult = 0;

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

  /** The database of one query, in which work ends when the signal says so. */
  async function opened(ownerId: string, query: CompiledQuery, signal: AbortSignal, writes?: string) {
    await pass(query.sql, { ownerId, tables: storedTables(ownerId) });
    const files = query.seen ?? (await directory.files(ownerId, query.tables));
    signal.throwIfAborted();
    const tables = await cache.pathsOf(ownerId, files);
    const { connection, close } = await openOwnerDatabase(
      ownerId,
      { tables, ...(writes && { writes }) },
      await overlay(),
    );
    const interrupt = () => connection.interrupt();
    signal.addEventListener('abort', interrupt);
    return {
      async work<T>(some: (on: OwnerDatabase['connection']) => Promise<T>): Promise<T> {
        signal.throwIfAborted();
        try {
          return await some(connection);
        } catch (error) {
          throw signal.aborted ? signal.reason : engineProblem(error);
        }
      },
      close() {
        signal.removeEventListener('abort', interrupt);
        close();
      },
    };
  }

  return {
    dialect: 'duckdb',
    // It chooses its files itself.
    present: async (_, catalogue) => catalogue,
    see: (ownerId, tables) => directory.files(ownerId, tables),

    async *rows(ownerId, query, signal) {
      const textsOf = rowWriter(query);
      const database = await opened(ownerId, query, signal);
      try {
        const result = await database.work((connection) => connection.stream(query.sql));
        for (;;) {
          const chunk = await database.work(() => result.fetchChunk());
          if (!chunk || chunk.rowCount === 0) break;
          yield textsOf(chunk);
        }
        // A stream that fails on its way ends like any other, and only says afterwards that it is none; why it failed says whoever runs it again.
        if (result.returnType !== failedResult) return;
        await database.work((connection) => connection.run(`EXPLAIN ANALYZE ${query.sql}`));
        throw new Error('a result ended before its last row');
      } finally {
        database.close();
      }
    },

    async exported(ownerId, query, { bytes, signal }, keep) {
      const path = join(temporaryFolder, `${randomUUID()}.parquet`);
      const sql = exportSql(query, path);
      try {
        const database = await opened(ownerId, query, signal, path);
        const { rowsChanged } = await database.work((connection) => connection.run(sql)).finally(database.close);
        if (rowsChanged === 0) return undefined;
        const { size } = await stat(path);
        if (size > bytes) throw exportTooLarge(bytes);
        return await keep({ rows: rowsChanged, bytes: size, content: createReadStream(path) });
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

/** Writes the rows of a chunk: value by value, since a chunk of values in memory costs more than writing them. */
function rowWriter({ columns }: CompiledQuery): (chunk: DuckDBDataChunk) => RowText[] {
  const names = resultNames(columns);
  const keys = names.map((name, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  return (chunk) => {
    const vectors = columns.map((_, index) => chunk.getColumnVector(index));
    return Array.from({ length: chunk.rowCount }, (_, row) => {
      const texts = columns.map(
        ({ type }, index) => keys[index] + valueText(vectors[index]?.getItem(row) ?? null, type),
      );
      // A text that is put together piece by piece keeps its pieces.
      return `${texts.join('')}}`;
    });
  };
}

/** As `JSON.stringify` writes it; most values need nothing else. */
function valueText(value: DuckDBValue, type: SqlType): string {
  if (value === null) return 'null';
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return JSON.stringify(resultValue(value, type));
}
