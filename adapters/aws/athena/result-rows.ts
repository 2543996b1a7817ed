import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type AthenaClient, GetQueryResultsCommand } from '@aws-sdk/client-athena';
import type { ObjectStore } from '../../../domain/files/object-store.ts';
import { resultLost } from '../../../domain/query/engine-unavailable.ts';
import { csvRows } from './csv-rows.ts';
import { callProblem } from './unavailable.ts';

/** Maximum rows of a page of GetQueryResults. */
const rowsInPage = 1_000;

/** A row's cells as Athena returns them; undefined is NULL. */
export type Cells = (string | undefined)[];

export interface ResultLocation {
  results: Pick<ObjectStore, 'download'>;
  /** The key of the object with the rows. */
  key: string;
  temporaryFolder: string;
}

/**
 * The rows of a finished query, without Athena's header. Results beyond one page are read from the result file:
 * requesting pages of a thousand rows in sequence would take longer than the query.
 */
export async function* resultRows(
  client: AthenaClient,
  QueryExecutionId: string,
  location: ResultLocation,
  signal: AbortSignal,
): AsyncGenerator<Cells[]> {
  const { ResultSet, NextToken } = await client
    .send(new GetQueryResultsCommand({ QueryExecutionId, MaxResults: rowsInPage }), { abortSignal: signal })
    // The query has succeeded, so an invalid request can only mean that its result was removed.
    .catch((error: Error) => {
      throw error.name === 'InvalidRequestException' ? resultLost(error) : callProblem(error);
    });
  if (NextToken !== undefined) {
    yield* rowsOfFile(location, signal);
    return;
  }
  const rows = (ResultSet?.Rows ?? []).map(({ Data = [] }) => Data.map(({ VarCharValue }) => VarCharValue));
  if (rows.length > 1) yield rows.slice(1);
}

async function* rowsOfFile(
  { results, key, temporaryFolder }: ResultLocation,
  signal: AbortSignal,
): AsyncGenerator<Cells[]> {
  const path = join(temporaryFolder, `${randomUUID()}.csv`);
  try {
    if (!(await results.download(key, path))) throw resultLost(new Error(`${key} is not there`));
    let isFirst = true;
    for await (const rows of csvRows(createReadStream(path, { encoding: 'utf8', signal }))) {
      const some = isFirst ? rows.slice(1) : rows;
      isFirst = false;
      if (some.length > 0) yield some;
    }
  } finally {
    await rm(path, { force: true });
  }
}
