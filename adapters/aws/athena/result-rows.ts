import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type AthenaClient, GetQueryResultsCommand } from '@aws-sdk/client-athena';
import type { ObjectStore } from '../../../domain/files/object-store.ts';
import { resultLost } from '../../../domain/query/engine-unavailable.ts';
import { csvRows } from './csv-rows.ts';
import { callProblem } from './unavailable.ts';

/** What GetQueryResults takes. */
const rowsInPage = 1_000;

/** A row's cells as Athena writes them; undefined is NULL. */
export type Cells = (string | undefined)[];

export interface ResultPlace {
  results: Pick<ObjectStore, 'download'>;
  /** Where Athena has written the rows. */
  key: string;
  temporaryFolder: string;
}

/**
 * The rows of a query that has ended, without the head that Athena puts before them. What does not fit into one page is read out of the file
 * that Athena has written: pages of a thousand rows, one after the other, would take longer than the query.
 */
export async function* resultRows(
  client: AthenaClient,
  QueryExecutionId: string,
  place: ResultPlace,
  signal: AbortSignal,
): AsyncGenerator<Cells[]> {
  const { ResultSet, NextToken } = await client
    .send(new GetQueryResultsCommand({ QueryExecutionId, MaxResults: rowsInPage }), { abortSignal: signal })
    // The query has succeeded: nothing else is wrong with asking for its result.
    .catch((error: Error) => {
      throw error.name === 'InvalidRequestException' ? resultLost(error) : callProblem(error);
    });
  if (NextToken !== undefined) {
    yield* rowsOfFile(place, signal);
    return;
  }
  const rows = (ResultSet?.Rows ?? []).map(({ Data = [] }) => Data.map(({ VarCharValue }) => VarCharValue));
  if (rows.length > 1) yield rows.slice(1);
}

async function* rowsOfFile(
  { results, key, temporaryFolder }: ResultPlace,
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
