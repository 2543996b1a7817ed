import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lakeChanges, maxLooks } from '../../../domain/query/lake-changes.ts';
import type { LakeDirectory, LakeQuery, QueryEngine, RowText } from '../../../domain/query/query-engine.ts';
import { exportTooLarge } from '../export-too-large.ts';
import { endsDatabase, engineProblem } from './engine-problem.ts';
import { exportSql } from './export-sql.ts';
import type { LakeCache } from './lake-cache.ts';
import type { Order } from './process/messages.ts';
import type { OwnerProcesses } from './process/owner-processes.ts';
import { type TakeOptions, takeProcess } from './process/take-process.ts';

export interface DuckDbEngineOptions {
  directory: LakeDirectory;
  cache: LakeCache;
  processes: OwnerProcesses<Order>;
  /** The folder for exported files. */
  temporaryFolder: string;
}

/**
 * Runs queries with DuckDB over the owner's files of the lake, in a process that serves this owner only and has no
 * credentials. DuckDB's own parser checks every statement first, and the database is locked before it runs.
 */
export function duckDbQueryEngine({ directory, cache, processes, temporaryFolder }: DuckDbEngineOptions): QueryEngine {
  /**
   * The order for the process, over files on the local disk. If files were removed meanwhile, they are listed again,
   * for the query before it was narrowed to files.
   *
   * @param path the file to write the rows to, in place of returning them.
   */
  async function orderOf(
    ownerId: string,
    query: LakeQuery,
    signal: AbortSignal,
    path?: string,
    look = 1,
  ): Promise<Order> {
    // Before the files are fetched, since this throws for rows that cannot be exported.
    const exported = path !== undefined && { export: { sql: exportSql(query, path), path } };
    signal.throwIfAborted();
    const { tables, leftOut } = query.seen ?? (await directory.files(ownerId, query.tables));
    signal.throwIfAborted();
    const paths = await cache.pathsOf(ownerId, tables);
    const { sql, columns, first } = query;
    if (paths) return { ownerId, tables: [...paths], leftOut, sql, columns, ...(first && { first }), ...exported };
    if (look === maxLooks) throw lakeChanges();
    return orderOf(ownerId, query.unnarrowed ?? query, signal, path, look + 1);
  }

  const take = (ownerId: string, signal: AbortSignal, writes?: TakeOptions['writes']) =>
    takeProcess(processes, ownerId, {
      signal,
      problemOf: (message) => engineProblem(new Error(message)),
      endsProcess: endsDatabase,
      ...(writes && { writes }),
    });

  return {
    dialect: 'duckdb',
    // The engine lists the files itself.
    present: async (_, catalogue) => catalogue,
    see: (ownerId, tables) => directory.files(ownerId, tables),

    async *rows(ownerId, query, signal) {
      const order = await orderOf(ownerId, query, signal);
      const running = await take(ownerId, signal);
      try {
        let coming = running.ask<'rows'>({ kind: 'run', order });
        for (;;) {
          const { lines, last } = await coming;
          // Requested while the rows before are on their way to the caller; a failure is thrown when these rows are
          // read.
          if (!last) {
            coming = running.ask<'rows'>({ kind: 'more' });
            coming.catch(() => {});
          }
          if (lines.length > 0) yield rowsOf(lines);
          if (last) return;
        }
      } finally {
        void running.release();
      }
    },

    async exported(ownerId, query, { bytes, signal }, keep) {
      const path = join(temporaryFolder, `${randomUUID()}.parquet`);
      try {
        const order = await orderOf(ownerId, query, signal, path);
        const running = await take(ownerId, signal, { path, maxBytes: bytes, tooLarge: () => exportTooLarge(bytes) });
        const asked = running.ask<'exported'>({ kind: 'run', order });
        const { rows } = await asked.finally(running.release);
        if (rows === 0) return undefined;
        const { size } = await stat(path);
        if (size > bytes) throw exportTooLarge(bytes);
        return await keep({ rows, bytes: size, content: createReadStream(path) });
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}

function rowsOf({ buffer, byteOffset, length }: Uint8Array): RowText[] {
  const rows = Buffer.from(buffer, byteOffset, length).toString().split('\n');
  // Nothing follows the last line feed.
  rows.pop();
  return rows;
}
