import { type OwnerProcesses, ownerProcesses } from '../../adapters/query/duckdb/process/owner-processes.ts';
import { takeProcess } from '../../adapters/query/duckdb/process/take-process.ts';
import { bundledProgram } from './bundled-program.ts';
import type { ResultColumn } from './cell-sql.ts';
import { failureReason, StatementFailed } from './failure-reason.ts';
import { type LakeFilesOptions, scannedFiles } from './lake-files.ts';
import { lakeViewSql } from './lake-view.ts';
import type { StatementOrder } from './statement-order.ts';
import type { Part } from './trino/parts.ts';
import { renameScans } from './trino/scans.ts';
import { write } from './trino/translate.ts';

export interface StatementOptions extends LakeFilesOptions, Pick<StatementOrder, 'ownerId' | 'path' | 'format'> {
  processes: OwnerProcesses<StatementOrder>;
  /** Maximum number of bytes to read. */
  maxBytesScanned: number;
  /** Ends the query when it is aborted. */
  signal: AbortSignal;
}

export interface StatementResult {
  columns: readonly ResultColumn[];
  rowCount: number;
  bytesScanned: number;
}

/** Athena stops a query that reads more than its workgroup allows, and reports it as cancelled. */
export class ScanLimitReached extends Error {}

/** Twice the size of a result that the service keeps, so that no statement fills the disk. */
const maxBytesWritten = 4_000_000_000;

/**
 * Processes for the statements of owners. Athena runs some statements of an account and queues the others; here it runs four, of which one
 * owner has at most three, each with the memory limit of a query in DuckDB.
 */
export async function statementProcesses(): Promise<OwnerProcesses<StatementOrder>> {
  const path = await bundledProgram(new URL('./statement-process.ts', import.meta.url));
  return ownerProcesses({ path }, { max: 4, ofOwner: 3 });
}

/**
 * Runs a SELECT in a process of its owner, and writes its rows.
 *
 * @throws TrinoProblem, ScanLimitReached, StatementFailed, or the signal's reason
 */
export async function runStatement(parts: readonly Part[], options: StatementOptions): Promise<StatementResult> {
  const { processes, ownerId, path, format, signal, maxBytesScanned } = options;
  const views: [name: string, sql: string][] = [];
  const reads: string[] = [];
  let bytesScanned = 0;
  const select = renameScans(parts, (scan) => {
    const { table, folders, files } = scannedFiles(scan, options);
    bytesScanned += files.reduce((sum, { bytes }) => sum + bytes, 0);
    const paths = files.map(({ path }) => path);
    const name = `scan${views.length + 1}`;
    views.push([name, lakeViewSql(table, folders, paths)]);
    reads.push(...paths);
    return `store.${name}`;
  });
  if (bytesScanned > maxBytesScanned) throw new ScanLimitReached('Bytes scanned limit was exceeded');
  const order: StatementOrder = { ownerId, sql: write(select), views, reads, path, format };
  const exhausted = failureReason(new Error('Out of Memory Error: the result is too large'));
  const running = await takeProcess(processes, ownerId, {
    signal,
    // The process reports it as a reason; if the process was ended, DuckDB's message says it.
    problemOf: (message) => new StatementFailed(message.startsWith('Out of Memory') ? exhausted : message),
    writes: { path, maxBytes: maxBytesWritten, tooLarge: () => new StatementFailed(exhausted) },
  });
  try {
    const { rows, columns = [] } = await running.ask<'exported'>({ kind: 'run', order });
    return { columns, rowCount: rows, bytesScanned };
  } finally {
    void running.release();
  }
}
