import { randomUUID } from 'node:crypto';
import type { GivenUpBatch } from './stream-delivery.ts';
import { createdAt, sequenceNumber } from './stream-record.ts';

/** DynamoDB Streams name shards; a table of the embedded cloud has this one. */
export const shardId = 'shardId-00000000000000000000-00000001';

/**
 * The message that Lambda sends to a mapping's on-failure queue: positions only, never the records themselves.
 * Source: "Retaining discarded batches" in the Lambda developer guide.
 */
export function onFailureNotice(batch: GivenUpBatch, names: { functionArn: string; streamArn: string }, now: number) {
  const { records, outcome } = batch;
  const first = records[0];
  const last = records.at(-1);
  if (first === undefined || last === undefined) throw new RangeError('a notice needs at least one record');
  return {
    requestContext: {
      requestId: outcome?.requestId ?? randomUUID(),
      functionArn: names.functionArn,
      condition: batch.reason,
      approximateInvokeCount: batch.attempts,
    },
    ...(outcome && {
      responseContext: {
        statusCode: 200,
        executedVersion: '$LATEST',
        functionError: outcome.functionError ?? null,
      },
    }),
    version: '1.0',
    timestamp: new Date(now).toISOString(),
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: sequenceNumber(first),
      endSequenceNumber: sequenceNumber(last),
      approximateArrivalOfFirstRecord: new Date(createdAt(first)).toISOString(),
      approximateArrivalOfLastRecord: new Date(createdAt(last)).toISOString(),
      batchSize: records.length,
      streamArn: names.streamArn,
    },
  };
}
