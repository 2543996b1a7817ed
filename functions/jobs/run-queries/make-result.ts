import { resultKey, rowMarksKey } from '../../../domain/files/object-keys.ts';
import { limits } from '../../../domain/limits.ts';
import type { StoredQuery } from '../../../domain/query/query-store.ts';
import { compileForEngine } from '../../areas/query/execution/compile-for-engine.ts';
import { jsonRows, nothingWritten } from '../../areas/query/execution/json-rows.ts';
import { asynchronousCaps } from '../../areas/query/execution/limits.ts';
import type { QueryRunServices } from './services.ts';

/** The stored result of a query. */
interface Result {
  rows: number;
  bytes: number;
  truncated: boolean;
}

/** Runs a query and keeps what it gives under the name of the run; a result without rows is none. */
export async function makeResult(
  { ownerId, text }: { ownerId: string; text: string },
  { query, run = '' }: StoredQuery,
  signal: AbortSignal,
  services: QueryRunServices,
): Promise<Result> {
  // CURRENT_TIMESTAMP is the time at which the query was sent.
  const clock = { now: () => Date.parse(query.createdTime) };
  const caps = asynchronousCaps(query.handling === 'lenient');
  const max = query.kind === 'GEOPARQUET' ? {} : { maxRows: caps.rows + 1 };
  const compiled = await compileForEngine(text, { id: ownerId }, { ...services, clock }, max);
  const { engine, files } = services;
  const key = resultKey(ownerId, query.kind, run);
  if (query.kind === 'GEOPARQUET') {
    const made = await engine.exported(ownerId, compiled, { bytes: limits.exportBytes, signal }, async (file) => {
      await files.putStream(key, file.content, 'application/vnd.apache.parquet');
      return { rows: file.rows, bytes: file.bytes, truncated: false };
    });
    return made ?? { rows: 0, bytes: 0, truncated: false };
  }
  const written = nothingWritten();
  await files.putStream(key, jsonRows(engine.rows(ownerId, compiled, signal), caps, written), 'application/json');
  await files.put(rowMarksKey(ownerId, run), JSON.stringify(written.marks), 'application/json');
  const { rows, bytes, truncated } = written;
  return { rows, bytes, truncated };
}

/** Keys of the objects that a run may have stored. */
export function keysOfRun(ownerId: string, { query, run = '' }: StoredQuery): string[] {
  return [resultKey(ownerId, query.kind, run), rowMarksKey(ownerId, run)];
}
