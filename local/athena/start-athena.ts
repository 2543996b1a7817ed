import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import type { Clock } from '../clock.ts';
import { credentials, region } from '../credentials.ts';
import { listen } from '../http/http-listener.ts';
import { jsonHandler } from '../http/json-protocol.ts';
import type { Guard } from '../iam/guard.ts';
import { keyToPath } from '../s3/files/key-paths.ts';
import type { Session } from '../sts/sessions.ts';
import type { LakePlan, LakeTablePlan, WorkGroupPlan } from '../template/plan-lake.ts';
import { openExecutions } from './executions.ts';
import { athenaOperations } from './operations.ts';

export interface AthenaOptions {
  /** The folder for temporary files; emptied at the start. */
  dir: string;
  host: string;
  port?: number;
  clock: Clock;
  /** The client for writing results to S3. */
  s3Endpoint: string;
  /** The folder of S3's objects: `<folder>/<bucket>/objects/<key>`. */
  bucketsFolder: string;
  /** The role and session policy behind temporary credentials, while they are valid. */
  sessionFor(accessKeyId: string): Session | undefined;
  /** Decides what a session may do. If absent, only the session's own policy counts. */
  guard?: Guard;
}

export interface AthenaEngine {
  endpoint: string;
  /** Sets the workgroups and tables. */
  ensureLake(lake: LakePlan): void;
  close(): Promise<void>;
}

/** Serves the calls of Athena that run queries, with DuckDB on the Parquet files in the buckets of this machine. */
export async function startAthena(options: AthenaOptions): Promise<AthenaEngine> {
  const { dir, host, port = 0, clock, s3Endpoint, bucketsFolder, sessionFor } = options;
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const s3 = new S3Client({ endpoint: s3Endpoint, region, credentials, forcePathStyle: true });
  // Requests are signed by the cloud's clock, which may be moved. One whose content is a stream cannot be sent again by another.
  s3.middlewareStack.add(
    (next) => (request) => {
      s3.config.systemClockOffset = clock.now() - Date.now();
      return next(request);
    },
    { step: 'initialize' },
  );
  const tables: LakeTablePlan[] = [];
  let workGroups: readonly WorkGroupPlan[] = [];
  const executions = openExecutions({ tables, bucketsFolder, temporaryFolder: dir, s3, clock });
  const operations = athenaOperations({
    executions,
    workGroups: () => workGroups,
    resultPath: ({ bucket, prefix }, id) => join(bucketsFolder, bucket, 'objects', keyToPath(`${prefix}${id}.csv`)),
    sessionFor,
    ...(options.guard && { guard: options.guard }),
  });
  const listener = await listen(jsonHandler({ target: 'AmazonAthena', version: '1.1', operations }), { host, port });
  return {
    endpoint: listener.endpoint,
    ensureLake(lake) {
      tables.splice(0, tables.length, ...lake.tables);
      ({ workGroups } = lake);
    },
    async close() {
      await listener.close();
      await executions.close();
      s3.destroy();
    },
  };
}
