import { Duration } from 'aws-cdk-lib';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { type FunctionOptions, furrowFunction } from './function.ts';
import { pascalCase, withLogicalId } from './logical-id.ts';
import { allow } from './permissions.ts';

export interface FollowedTable {
  table: dynamodb.TableV2;
  /** Beginnings of the sort keys of items whose changes are wanted; all where none is named. */
  sortKeys?: readonly string[];
}

export interface StreamWorkerOptions extends FunctionOptions {
  /** By name, which is part of the names of their sources where there are several. */
  tables: Readonly<Record<string, FollowedTable>>;
  /** Receives positions in the stream, not items, of what failed for good. */
  failures: sqs.Queue;
}

/** All four are asked for when the event source is made, whether or not they are used. */
const streamActions = ['GetRecords', 'GetShardIterator', 'DescribeStream', 'ListStreams'].map(
  (name) => `dynamodb:${name}`,
);

/**
 * A worker of streams of tables. A batch that fails is halved until the bad record is alone, so that it does
 * not hold up the others for the 24 hours that the stream keeps it.
 */
export function streamWorker(scope: Construct, options: StreamWorkerOptions): lambda.Function {
  const { bundle, failures, tables } = options;
  const followed = Object.entries(tables);
  const made = furrowFunction(scope, {
    ...options,
    statements: [
      allow(
        streamActions,
        followed.map(([, { table }]) => streamOf(table)),
      ),
      allow(['sqs:SendMessage'], [failures.queueArn]),
    ],
  });
  for (const [name, { table, sortKeys }] of followed) {
    const id = `${pascalCase(bundle.name)}${followed.length > 1 ? pascalCase(name) : ''}Source`;
    const source = new lambda.EventSourceMapping(made, id, {
      target: made,
      eventSourceArn: streamOf(table),
      startingPosition: lambda.StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      maxBatchingWindow: Duration.seconds(0),
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      retryAttempts: 5,
      onFailure: { bind: () => ({ destination: failures.queueArn }) },
      ...(sortKeys && { filters: [beginningWith(sortKeys)] }),
    });
    withLogicalId(source, id);
  }
  return made;
}

function beginningWith(prefixes: readonly string[]) {
  const S = prefixes.map((prefix) => ({ prefix }));
  return lambda.FilterCriteria.filter({ dynamodb: { Keys: { sk: { S } } } });
}

function streamOf(table: dynamodb.TableV2): string {
  if (!table.tableStreamArn) throw new Error(`${table.node.path} has no stream`);
  return table.tableStreamArn;
}
