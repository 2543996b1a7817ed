import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { Clock } from '../clock.ts';
import { WireError } from '../http/json-protocol.ts';
import type { LakeTablePlan, WorkGroupPlan } from '../template/plan-lake.ts';
import { type BucketLocation, bucketLocation } from './bucket-location.ts';
import { failureReason, StatementFailed } from './failure-reason.ts';
import {
  runStatement,
  ScanLimitReached,
  type StatementOptions,
  type StatementResult,
  statementProcesses,
} from './run-statement.ts';
import type { Permissions } from './session-permissions.ts';
import { partsOf, TrinoProblem } from './trino/parts.ts';
import { unloadOf } from './unload.ts';

export type ExecutionState = 'QUEUED' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED';

/** A started query. */
export interface Execution {
  id: string;
  /** The name of the session that started it. */
  ownerId: string;
  sql: string;
  database: string;
  workGroup: WorkGroupPlan;
  output: BucketLocation;
  state: ExecutionState;
  reason?: string;
  submittedAt: number;
  completedAt?: number;
  result?: StatementResult;
  controller: AbortController;
}

export interface ExecutionsOptions {
  tables: readonly LakeTablePlan[];
  bucketsFolder: string;
  /** The folder for temporary files. */
  temporaryFolder: string;
  s3: S3Client;
  clock: Clock;
}

export interface Executions {
  start(
    asked: Pick<Execution, 'ownerId' | 'sql' | 'database' | 'workGroup' | 'output'>,
    permissions: Permissions,
  ): Execution;
  /** @throws WireError for an id that is unknown or has expired. */
  get(id: string): Execution;
  stop(execution: Execution): void;
  /** Stops running queries and waits for their end. */
  close(): Promise<void>;
}

/** How long finished queries are kept. Athena keeps its history for 45 days; here it suffices that clients can still read them. */
const remembered = 100;

/** Athena's own limit for statements that read, unless a support request raises it. */
const maxMilliseconds = 30 * 60_000;

/** Queries that run and have run, since the start of this process. */
export function openExecutions(options: ExecutionsOptions): Executions {
  const executions = new Map<string, Execution>();
  const running = new Set<Promise<void>>();
  /** Started with the first statement, since most embedded clouds never run one. */
  let processes: ReturnType<typeof statementProcesses> | undefined;

  async function run(execution: Execution, permissions: Permissions): Promise<void> {
    const late = setTimeout(() => execution.controller.abort(new StatementFailed('Query timeout')), maxMilliseconds);
    try {
      execution.state = 'RUNNING';
      processes ??= statementProcesses();
      const result = await resultOf(execution, permissions, { ...options, processes: await processes });
      if (execution.state === 'RUNNING') Object.assign(execution, { state: 'SUCCEEDED', result });
    } catch (error) {
      // A stopped query stays stopped.
      if (execution.state !== 'RUNNING') return;
      execution.state = error instanceof ScanLimitReached ? 'CANCELLED' : 'FAILED';
      execution.reason = error instanceof ScanLimitReached ? error.message : failureReason(error);
    } finally {
      clearTimeout(late);
      execution.completedAt ??= options.clock.now();
    }
  }

  return {
    start(asked, permissions) {
      const execution: Execution = {
        ...asked,
        id: randomUUID(),
        state: 'QUEUED',
        submittedAt: options.clock.now(),
        controller: new AbortController(),
      };
      executions.set(execution.id, execution);
      const [oldest] = executions.keys();
      if (executions.size > remembered && oldest !== undefined) executions.delete(oldest);
      const work = run(execution, permissions).finally(() => running.delete(work));
      running.add(work);
      return execution;
    },
    get(id) {
      const execution = executions.get(id);
      if (execution) return execution;
      throw new WireError('InvalidRequestException', `QueryExecution ${id} was not found`);
    },
    stop(execution) {
      if (execution.state !== 'QUEUED' && execution.state !== 'RUNNING') return;
      Object.assign(execution, {
        state: 'CANCELLED',
        reason: 'Query cancelled by user',
        completedAt: options.clock.now(),
      });
      execution.controller.abort(new Error('stopped'));
    },
    async close() {
      for (const { controller } of executions.values()) controller.abort(new Error('closed'));
      await Promise.allSettled(running);
      (await processes)?.end();
    },
  };
}

/** Runs the statement and writes its result, or the files of UNLOAD. */
async function resultOf(
  execution: Execution,
  permissions: Permissions,
  options: ExecutionsOptions & Pick<StatementOptions, 'processes'>,
): Promise<StatementResult> {
  const { id, ownerId, sql, output, workGroup, controller } = execution;
  const parts = partsOf(sql);
  const unload = unloadOf(parts);
  const target = unload && bucketLocation(unload.to);
  mayWrite(output, permissions);
  if (target) {
    mayWrite(target, permissions);
    await mustBeEmpty(target, options.s3);
  }
  const statement = {
    ...options,
    ownerId,
    permissions,
    maxBytesScanned: workGroup.maxBytesScanned ?? Number.POSITIVE_INFINITY,
    signal: controller.signal,
  };
  const format = unload ? 'parquet' : 'csv';
  const path = join(options.temporaryFolder, `${id}.${format}`);
  const put = ({ bucket, prefix }: BucketLocation, name: string, content: string | Readable, ContentLength?: number) =>
    options.s3.send(new PutObjectCommand({ Bucket: bucket, Key: `${prefix}${name}`, Body: content, ContentLength }));
  const putFile = async (location: BucketLocation, name: string) =>
    put(location, name, createReadStream(path), (await stat(path)).size);
  try {
    const result = await runStatement(unload?.select ?? parts, { ...statement, path, format });
    if (!target) {
      await putFile(output, `${id}.csv`);
      await put(output, `${id}.csv.metadata`, JSON.stringify(result.columns));
    } else {
      const name = `${id}.snappy.parquet`;
      if (result.rowCount > 0) await putFile(target, name);
      const manifest = result.rowCount > 0 ? `s3://${target.bucket}/${target.prefix}${name}\n` : '';
      await put(output, `${id}-manifest.csv`, manifest);
    }
    return result;
  } finally {
    await rm(path, { force: true });
  }
}

function mayWrite({ bucket, prefix }: BucketLocation, permissions: Permissions): void {
  const arn = `arn:aws:s3:::${bucket}`;
  if (!permissions.allow('s3:PutObject', `${arn}/${prefix}x`) || !permissions.allow('s3:GetBucketLocation', arn)) {
    throw new TrinoProblem('PERMISSION_DENIED', `Access denied when writing output to url: s3://${bucket}/${prefix}`);
  }
}

async function mustBeEmpty({ bucket, prefix }: BucketLocation, s3: S3Client): Promise<void> {
  const { KeyCount = 0 } = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 }));
  if (KeyCount > 0)
    throw new TrinoProblem('HIVE_PATH_ALREADY_EXISTS', `Target directory s3://${bucket}/${prefix} is not empty`);
}
