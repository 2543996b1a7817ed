import type { TableDefinition } from './dynamodb/index.ts';
import type { Engines } from './engines.ts';
import type { BucketDefinition } from './s3/index.ts';
import type { CloudPlan } from './template/plan.ts';
import type { BucketPlan } from './template/plan-buckets.ts';

/** Creates the resources that the template declares, or updates existing ones to their declaration. No stored data is lost. */
export async function ensureResources(plan: CloudPlan, engines: Engines): Promise<void> {
  const { dynamodb, s3, sqs, kms, athena } = engines;
  athena.ensureLake(plan.lake);
  // A queue's dead letters may be declared after it, and a bucket's notifications need their queue.
  const queues = Promise.all(plan.queues.map((queue) => sqs.ensureQueue(queue)));
  await Promise.all([
    ...plan.tables.map((table) => dynamodb.ensureTable(table as TableDefinition)),
    ...plan.keys.map((key) => kms.ensureKey(key)),
    queues.then(() => Promise.all(plan.buckets.map((bucket) => s3.ensureBucket(bucketDefinition(bucket))))),
  ]);
}

function bucketDefinition({ name, cors, lifecycle, notifications, versioned }: BucketPlan): BucketDefinition {
  return {
    name,
    cors,
    notifications,
    versioned,
    lifecycle: lifecycle.map(({ abortMultipartDays, ...rule }) => ({
      ...rule,
      ...(abortMultipartDays !== undefined && { abortIncompleteMultipartUploadDays: abortMultipartDays }),
    })),
  };
}
