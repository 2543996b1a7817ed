import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AthenaClient,
  GetQueryExecutionCommand,
  StartQueryExecutionCommand,
  StopQueryExecutionCommand,
} from '@aws-sdk/client-athena';
import { Problem } from '../../../domain/errors.ts';
import { queryFailure } from '../../query/query-failure.ts';
import { athenaProblem } from './athena-problem.ts';

/** Bytes of a query's text (Athena's quota, which cannot be raised). */
const longestText = 262_144;
/** The first look comes when the quickest queries have ended; a query that takes longer is looked at less often. */
const firstLookMilliseconds = 150;
const slowestLookMilliseconds = 2_000;

export interface Execution {
  sql: string;
  workGroup: string;
  database: string;
  /** `s3://bucket/prefix/`, under which Athena writes the result. */
  output: string;
}

/**
 * Runs a statement to its end.
 *
 * @param signal stops the query when it is aborted.
 * @returns the id under which its result can be read.
 * @throws Problem for what Athena says of the query, and the signal's reason.
 */
export async function execute(client: AthenaClient, execution: Execution, signal: AbortSignal): Promise<string> {
  const { sql, workGroup, database, output } = execution;
  if (Buffer.byteLength(sql) > longestText) throw queryFailure('query_too_complex', undefined);
  signal.throwIfAborted();
  const { QueryExecutionId } = await client
    .send(
      new StartQueryExecutionCommand({
        QueryString: sql,
        WorkGroup: workGroup,
        QueryExecutionContext: { Database: database },
        ResultConfiguration: { OutputLocation: output, EncryptionConfiguration: { EncryptionOption: 'SSE_S3' } },
        // What was deleted would come back.
        ResultReuseConfiguration: { ResultReuseByAgeConfiguration: { Enabled: false } },
      }),
    )
    .catch(orBusy);
  if (!QueryExecutionId) throw new Error('Athena gave no id');
  try {
    await ended(client, QueryExecutionId, signal);
  } catch (error) {
    if (signal.aborted) await client.send(new StopQueryExecutionCommand({ QueryExecutionId })).catch(() => undefined);
    throw signal.aborted ? signal.reason : error;
  }
  return QueryExecutionId;
}

async function ended(client: AthenaClient, QueryExecutionId: string, signal: AbortSignal): Promise<void> {
  for (let pause = firstLookMilliseconds; ; pause = Math.min(pause * 1.5, slowestLookMilliseconds)) {
    await sleep(pause, undefined, { signal });
    const { QueryExecution } = await client
      .send(new GetQueryExecutionCommand({ QueryExecutionId }), { abortSignal: signal })
      .catch(orBusy);
    const { State, StateChangeReason = '' } = QueryExecution?.Status ?? {};
    if (State === 'SUCCEEDED') return;
    if (State === 'FAILED') throw athenaProblem(StateChangeReason);
    if (State === 'CANCELLED') throw cancelled(StateChangeReason);
  }
}

/** Athena itself cancels what reads more than its workgroup allows. */
function cancelled(reason: string): Error {
  const problem = athenaProblem(reason);
  return problem instanceof Problem ? problem : new Problem('unavailable', 'The query was stopped. Ask again.');
}

const busy = new Set(['TooManyRequestsException', 'ThrottlingException']);

/** The client has tried again by then. */
function orBusy(error: Error): never {
  if (!busy.has(error.name)) throw error;
  throw new Problem('unavailable', 'Too many queries run at the moment. Ask again in a few seconds.', {
    retryAfterSeconds: 5,
    cause: error,
  });
}
