import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CompiledQuery } from '../../../domain/query/compile-query.ts';
import { lakeChanges, mostLooks } from '../../../domain/query/lake-changes.ts';
import type { LakeDirectory, QueryEngine, RowText } from '../../../domain/query/query-engine.ts';
import { exportTooLarge } from '../export-too-large.ts';
import { endsDatabase, engineProblem } from './engine-problem.ts';
import { exportSql } from './export-sql.ts';
import type { LakeCache } from './lake-cache.ts';
import type { FromProcess, Order, ToProcess } from './process/messages.ts';
import type { OwnerProcesses } from './process/owner-processes.ts';

export interface DuckDbEngineOptions {
  directory: LakeDirectory;
  cache: LakeCache;
  processes: OwnerProcesses;
  /** Where files are written that a query is exported to. */
  temporaryFolder: string;
}

type Asked = Exclude<ToProcess, { kind: 'stop' }>;
type Answered<Kind extends FromProcess['kind']> = Extract<FromProcess, { kind: Kind }>;

/**
 * Runs queries with DuckDB over the owner's files of the lake, in a process that serves this owner alone and holds no credentials. DuckDB's own
 * parser looks at every statement first, and the database is locked before it comes.
 */
export function duckDbQueryEngine({ directory, cache, processes, temporaryFolder }: DuckDbEngineOptions): QueryEngine {
  /**
   * What is to be done, over files on this machine. Those that went meanwhile are looked up again, for the query as it was before it knew them.
   *
   * @param path where the rows are written, instead of given.
   */
  async function orderOf(
    ownerId: string,
    query: CompiledQuery,
    signal: AbortSignal,
    path?: string,
    look = 1,
  ): Promise<Order> {
    // First, since it refuses what cannot be exported.
    const exported = path !== undefined && { export: { sql: exportSql(query, path), path } };
    signal.throwIfAborted();
    const { tables, leftOut } = query.seen ?? (await directory.files(ownerId, query.tables));
    signal.throwIfAborted();
    const paths = await cache.pathsOf(ownerId, tables);
    const { sql, columns, first } = query;
    if (paths) return { ownerId, tables: [...paths], leftOut, sql, columns, ...(first && { first }), ...exported };
    if (look === mostLooks) throw lakeChanges();
    return orderOf(ownerId, query.unnarrowed ?? query, signal, path, look + 1);
  }

  /** A query in a process of its owner, which works on nothing else until it is released. */
  async function taken(ownerId: string, query: CompiledQuery, signal: AbortSignal, path?: string) {
    const order = await orderOf(ownerId, query, signal, path);
    signal.throwIfAborted();
    const process = await processes.take(ownerId);
    if (signal.aborted) processes.release(process);
    signal.throwIfAborted();
    let isOver = false;
    return {
      order,
      async ask<Kind extends 'rows' | 'exported'>(message: Asked): Promise<Answered<Kind>> {
        signal.throwIfAborted();
        const found = await untilAborted(process.ask(message), signal);
        if (found.kind !== 'rows' || found.last) isOver = true;
        if (found.kind === 'failed') {
          if (endsDatabase(found.message)) process.end();
          throw engineProblem(new Error(found.message));
        }
        return found as Answered<Kind>;
      },
      /** Who asked goes on; the process is free when the query has ended in it. */
      async release(): Promise<void> {
        if (!isOver) await process.stop();
        processes.release(process);
      },
    };
  }

  return {
    dialect: 'duckdb',
    // It chooses its files itself.
    present: async (_, catalogue) => catalogue,
    see: (ownerId, tables) => directory.files(ownerId, tables),

    async *rows(ownerId, query, signal) {
      const running = await taken(ownerId, query, signal);
      try {
        let coming = running.ask<'rows'>({ kind: 'run', order: running.order });
        for (;;) {
          const { lines, last } = await coming;
          // While these are on their way to whoever asked; a failure is thrown when it is their turn.
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
        const running = await taken(ownerId, query, signal, path);
        const asked = running.ask<'exported'>({ kind: 'run', order: running.order });
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
  // Behind the last line feed is nothing.
  rows.pop();
  return rows;
}

/**
 * What is waited for, until the signal is aborted, with its reason. No race with one promise for all of them: that would hold every answer
 * until the query ends.
 */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
