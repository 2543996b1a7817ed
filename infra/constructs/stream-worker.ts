import { Duration } from 'aws-cdk-lib';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { pascalCase, withLogicalId } from '../logical-id.ts';
import { allow } from '../permissions.ts';
import { type FunctionOptions, furrowFunction } from './function.ts';

export interface StreamWorkerOptions extends FunctionOptions {
  table: dynamodb.TableV2;
  /** Receives positions in the stream, not items, of what failed for good. */
  failures: sqs.Queue;
}

/** All four are asked for when the event source is made, whether or not they are used. */
const streamActions = ['GetRecords', 'GetShardIterator', 'DescribeStream', 'ListStreams'].map(
  (name) => `dynamodb:${name}`,
);

/**
 * A worker of a table's stream. A batch that fails is halved until the bad record stands alone, so that one of them does
 * not hold up the rest for the 24 hours that the stream keeps it.
 */
export function streamWorker(scope: Construct, options: StreamWorkerOptions): lambda.Function {
  const { bundle, failures, table } = options;
  const eventSourceArn = table.tableStreamArn;
  if (!eventSourceArn) throw new Error(`${table.node.path} has no stream, so ${bundle.name} cannot follow it`);
  const made = furrowFunction(scope, {
    ...options,
    statements: [allow(streamActions, [eventSourceArn]), allow(['sqs:SendMessage'], [failures.queueArn])],
  });
  const id = `${pascalCase(bundle.name)}Source`;
  const source = new lambda.EventSourceMapping(made, id, {
    target: made,
    eventSourceArn,
    startingPosition: lambda.StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    maxBatchingWindow: Duration.seconds(0),
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    retryAttempts: 5,
    onFailure: { bind: () => ({ destination: failures.queueArn }) },
  });
  withLogicalId(source, id);
  return made;
}
