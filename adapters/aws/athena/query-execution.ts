import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AthenaClient,
  GetQueryExecutionCommand,
  type QueryExecutionStatus,
  StartQueryExecutionCommand,
  StopQueryExecutionCommand,
} from '@aws-sdk/client-athena';
import { Problem } from '../../../domain/errors.ts';
import { engineFails } from '../../../domain/query/engine-unavailable.ts';
import { queryFailure } from '../../query/query-failure.ts';
import { athenaProblem } from './athena-problem.ts';
import { callProblem, isExpired, orUnavailable } from './unavailable.ts';

/** Maximum bytes of a query's text (a fixed quota of Athena). */
const maxText = 262_144;
/**
 * Intervals of polling: the first poll comes when the fastest queries have ended; the interval grows for longer
 * queries.
 */
const firstLookMilliseconds = 150;
const slowestLookMilliseconds = 2_000;

export interface Execution {
  sql: string;
  workGroup: string;
  database: string;
  /** `s3://bucket/prefix/` for Athena's result. */
  output: string;
  /** The key with which the result is encrypted, in place of that of S3. */
  keyArn?: string | undefined;
}

/**
 * Runs a statement to its end.
 *
 * @param signal cancels the query when it is aborted.
 * @returns the id by which its result can be read.
 * @throws Problem for an error of the query, and the signal's reason.
 */
export async function execute(client: AthenaClient, execution: Execution, signal: AbortSignal): Promise<string> {
  const { sql, workGroup, database, output, keyArn } = execution;
  if (Buffer.byteLength(sql) > maxText) throw queryFailure('query_too_complex', undefined);
  signal.throwIfAborted();
  const { QueryExecutionId } = await client
    .send(
      new StartQueryExecutionCommand({
        QueryString: sql,
        WorkGroup: workGroup,
        QueryExecutionContext: { Database: database },
        ResultConfiguration: {
          OutputLocation: output,
          EncryptionConfiguration: keyArn
            ? { EncryptionOption: 'SSE_KMS', KmsKey: keyArn }
            : { EncryptionOption: 'SSE_S3' },
        },
        // A reused result could contain deleted rows.
        ResultReuseConfiguration: { ResultReuseByAgeConfiguration: { Enabled: false } },
      }),
    )
    .catch(orUnavailable);
  if (!QueryExecutionId) throw new Error('Athena gave no id');
  const status = await endOf(client, QueryExecutionId, signal).catch(async (error) => {
    // Its result is no longer needed.
    await client.send(new StopQueryExecutionCommand({ QueryExecutionId })).catch(() => undefined);
    throw signal.aborted ? signal.reason : callProblem(error);
  });
  if (status.State === 'SUCCEEDED') return QueryExecutionId;
  const reason = status.StateChangeReason ?? '';
  const problem = athenaProblem(reason);
  const mayGoWell = status.State === 'CANCELLED' || status.AthenaError?.Retryable;
  throw problem instanceof Problem || !mayGoWell ? problem : engineFails(problem);
}

/** Polls until the query has ended; a failed poll is repeated by the next. */
async function endOf(
  client: AthenaClient,
  QueryExecutionId: string,
  signal: AbortSignal,
): Promise<QueryExecutionStatus> {
  for (let pause = firstLookMilliseconds; ; pause = Math.min(pause * 1.5, slowestLookMilliseconds)) {
    await sleep(pause, undefined, { signal });
    const looked = client.send(new GetQueryExecutionCommand({ QueryExecutionId }), { abortSignal: signal });
    const { QueryExecution } = await looked.catch((error) => {
      if (signal.aborted || isExpired(error) || !(callProblem(error) instanceof Problem)) throw error;
      return { QueryExecution: undefined };
    });
    const status = QueryExecution?.Status;
    if (status?.State && ended.has(status.State)) return status;
  }
}

const ended = new Set<string>(['SUCCEEDED', 'FAILED', 'CANCELLED']);
