import { queryResultsPrefix } from '../../../domain/files/object-keys.ts';
import type { ObjectStore } from '../../../domain/files/object-store.ts';
import { lakeCatalogue } from '../../../domain/query/lake-catalogue.ts';
import type { LakePointers, QueryEngine } from '../../../domain/query/query-engine.ts';
import type { CompiledQuery } from '../../../sql/compile-query.ts';
import { resultNames } from '../../query/result-names.ts';
import { cellValue } from './cell-value.ts';
import { type ExportOptions, exportedRows } from './exported-rows.ts';
import type { OwnerClients } from './owner-clients.ts';
import { execute } from './query-execution.ts';
import { type Cells, resultRows } from './result-rows.ts';
import { scannedPrefixes } from './session-policy.ts';

export interface AthenaEngineOptions extends ExportOptions {
  clients: OwnerClients;
  pointers: LakePointers;
  workGroup: string;
  database: string;
  /** The bucket to which Athena writes results, with the operations needed to read and remove them. */
  results: Pick<ObjectStore, 'list' | 'download' | 'getText' | 'remove'>;
  resultsBucket: string;
  /** The key with which results are encrypted, in place of that of S3. */
  keyArn?: string | undefined;
}

/**
 * Runs queries with Athena over the whole lake. Each query has credentials for the owner's current files only, names
 * the generation and the excluded rows, and writes its result below the owner's prefix, where it is removed afterwards.
 */
export function athenaQueryEngine(options: AthenaEngineOptions): QueryEngine {
  const { clients, pointers, workGroup, database, results, resultsBucket, keyArn, temporaryFolder } = options;

  async function run(ownerId: string, query: CompiledQuery, sql: string, signal: AbortSignal) {
    const client = await clients(ownerId, scannedPrefixes(ownerId, query.scans));
    const output = `s3://${resultsBucket}/${queryResultsPrefix(ownerId)}`;
    return { client, id: await execute(client, { sql, workGroup, database, output, keyArn }, signal) };
  }

  /** Failures are ignored, since leftovers expire after a day. */
  async function forget(prefix: string): Promise<void> {
    try {
      const keys: string[] = [];
      for await (const key of results.list(prefix)) keys.push(key);
      if (keys.length > 0) await results.remove(keys);
    } catch (error) {
      console.error({ left: prefix, error });
    }
  }

  return {
    dialect: 'trino',

    async present(ownerId, catalogue) {
      return lakeCatalogue(catalogue, database, await pointers.snapshotsOf(ownerId));
    },

    async *rows(ownerId, query, signal) {
      const names = resultNames(query.columns);
      const { client, id } = await run(ownerId, query, query.sql, signal);
      const key = `${queryResultsPrefix(ownerId)}${id}.csv`;
      try {
        for await (const page of resultRows(client, id, { results, key, temporaryFolder }, signal)) {
          yield page.map((cells) => rowText(cells, names, query));
        }
      } catch (error) {
        throw signal.aborted ? signal.reason : error;
      } finally {
        await forget(`${queryResultsPrefix(ownerId)}${id}`);
      }
    },

    exported: (ownerId, query, { bytes, signal }, keep) =>
      exportedRows(query, { bytes, signal, prefix: queryResultsPrefix(ownerId) }, keep, {
        ...options,
        unload: async (sql) => `${queryResultsPrefix(ownerId)}${(await run(ownerId, query, sql, signal)).id}`,
        forget,
      }),
  };
}

function rowText(cells: Cells, names: readonly string[], { columns }: CompiledQuery): string {
  const entries = columns.map(({ type }, index) => [names[index] ?? '', cellValue(cells[index], type)]);
  return JSON.stringify(Object.fromEntries(entries));
}
