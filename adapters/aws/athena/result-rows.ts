import { type AthenaClient, GetQueryResultsCommand } from '@aws-sdk/client-athena';

/** What GetQueryResults takes. */
const rowsInPage = 1_000;

/** A row's cells as Athena writes them; undefined is NULL. */
export type Cells = (string | undefined)[];

/** The rows of a query that has ended, page by page, without the head that Athena puts before them. */
export async function* resultRows(
  client: AthenaClient,
  QueryExecutionId: string,
  signal: AbortSignal,
): AsyncGenerator<Cells[]> {
  let NextToken: string | undefined;
  let isFirst = true;
  do {
    const page = await client.send(
      new GetQueryResultsCommand({ QueryExecutionId, MaxResults: rowsInPage, NextToken }),
      { abortSignal: signal },
    );
    const rows = (page.ResultSet?.Rows ?? []).map(({ Data = [] }) => Data.map(({ VarCharValue }) => VarCharValue));
    const some = isFirst ? rows.slice(1) : rows;
    if (some.length > 0) yield some;
    isFirst = false;
    NextToken = page.NextToken;
  } while (NextToken !== undefined);
}
