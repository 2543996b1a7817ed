import { Aws } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Named } from '../context/resource-names.ts';

export interface Arrival {
  /** Keys begin with it; a bucket's prefixes may not overlap. */
  prefix: string;
  queue: sqs.Queue;
}

/**
 * Makes every object that arrives in a bucket a message. The configuration is part of the bucket itself, which needs no
 * custom resource, and therefore no function that may change any bucket; but then the queues must let S3 in before the
 * bucket exists, so their policies have its ARN as text.
 */
export function notifyArrivals(bucket: s3.Bucket, { arn }: Named, arrivals: readonly Arrival[]): void {
  const resource = bucket.node.defaultChild;
  if (!(resource instanceof CfnBucket)) throw new Error(`${bucket.node.path} is not a bucket of this app`);
  resource.notificationConfiguration = {
    queueConfigurations: arrivals.map(({ prefix, queue }) => ({
      event: 's3:ObjectCreated:*',
      queue: queue.queueArn,
      filter: { s3Key: { rules: [{ name: 'prefix', value: prefix }] } },
    })),
  };
  for (const { queue } of arrivals) {
    const { policyDependable } = queue.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [new iam.ServicePrincipal('s3.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [queue.queueArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID },
          ArnEquals: { 'aws:SourceArn': arn },
        },
      }),
    );
    if (policyDependable) resource.node.addDependency(policyDependable);
  }
}
