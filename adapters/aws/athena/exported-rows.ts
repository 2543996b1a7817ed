import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { NewId } from '../../../domain/clock.ts';
import type { ObjectStore } from '../../../domain/files/object-store.ts';
import { resultLost } from '../../../domain/query/engine-unavailable.ts';
import type { ExportedFile } from '../../../domain/query/query-engine.ts';
import type { CompiledQuery } from '../../../sql/compile-query.ts';
import type { ShapeOverlay } from '../../../sql/geography/overlay/overlay.ts';
import { engineProblem } from '../../query/duckdb/engine-problem.ts';
import { exportSql } from '../../query/duckdb/export-sql.ts';
import { openLockedDatabase } from '../../query/duckdb/owner-database.ts';
import { exportTooLarge } from '../../query/export-too-large.ts';
import { unloadedSql, unloadSql } from './unload-sql.ts';

export interface ExportOptions {
  overlay: () => Promise<ShapeOverlay>;
  /** The folder for exported files. */
  temporaryFolder: string;
  newId: NewId;
}

interface Unloading extends ExportOptions {
  results: Pick<ObjectStore, 'download' | 'getText'>;
  resultsBucket: string;
  /** Runs a statement, and returns the prefix of the names of its result files. */
  unload(sql: string): Promise<string>;
  forget(prefix: string): Promise<void>;
}

interface Limits {
  bytes: number;
  signal: AbortSignal;
  /** The owner's prefix for results. */
  prefix: string;
}

/** Exports rows to one GeoParquet file: Athena writes Parquet files, which DuckDB combines. */
export async function exportedRows<T>(
  query: CompiledQuery,
  { bytes, signal, prefix }: Limits,
  keep: (file: ExportedFile) => Promise<T>,
  { results, resultsBucket, overlay, temporaryFolder, newId, unload, forget }: Unloading,
): Promise<T | undefined> {
  const folder = await mkdtemp(join(temporaryFolder, 'furrow-export-'));
  const path = join(folder, 'export.parquet');
  const names = query.columns.map((_, index) => `v${index}`).join(', ');
  // Before the query runs, since this throws for rows that cannot be exported.
  const sql = exportSql({ ...query, sql: `SELECT ${names} FROM store.unloaded` }, path);
  const unloaded = `${prefix}${newId()}/`;
  try {
    const execution = await unload(unloadSql(query, `s3://${resultsBucket}/${unloaded}`));
    const manifest = await results.getText(`${execution}-manifest.csv`).finally(() => forget(execution));
    const paths: string[] = [];
    for (const name of namesIn(manifest)) {
      signal.throwIfAborted();
      paths.push(join(folder, `${paths.length}.parquet`));
      if (!(await results.download(`${unloaded}${name}`, paths.at(-1) ?? ''))) throw resultLost(undefined);
    }
    if (paths.length === 0) return undefined;
    const rows = await written(sql, [...paths, path], unloadedSql(query, paths), { overlay, signal });
    if (rows === 0) return undefined;
    const { size } = await stat(path);
    if (size > bytes) throw exportTooLarge(bytes);
    return await keep({ rows, bytes: size, content: createReadStream(path) });
  } finally {
    await rm(folder, { recursive: true, force: true });
    await forget(unloaded);
  }
}

/** The URLs of files in Athena's manifest, one per line, so that files that were removed since are noticed. */
function namesIn(manifest: string | undefined): string[] {
  if (manifest === undefined) throw resultLost(undefined);
  return manifest.split(/\s+/).flatMap((address) => address.replaceAll('"', '').split('/').at(-1) || []);
}

/** Writes the file and returns its number of rows. */
async function written(
  sql: string,
  reachable: readonly string[],
  view: string,
  { overlay, signal }: Pick<Unloading, 'overlay'> & Pick<Limits, 'signal'>,
): Promise<number> {
  const { connection, close } = await openLockedDatabase(reachable, new Map([['unloaded', view]]), await overlay());
  const interrupt = () => connection.interrupt();
  signal.addEventListener('abort', interrupt);
  try {
    signal.throwIfAborted();
    return (await connection.run(sql)).rowsChanged;
  } catch (error) {
    throw signal.aborted ? signal.reason : engineProblem(error);
  } finally {
    signal.removeEventListener('abort', interrupt);
    close();
  }
}
