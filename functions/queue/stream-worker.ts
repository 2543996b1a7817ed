import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';

/**
 * Makes the Lambda handler of a table's stream. Records are begun in order, so many at once; the first that fails is where the batch goes
 * on, and those that were begun beside it come again.
 */
export function streamWorker(work: (record: DynamoDBRecord) => Promise<void>, { atOnce }: { atOnce: number }) {
  return async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    for (let start = 0; start < Records.length; start += atOnce) {
      const records = Records.slice(start, start + atOnce);
      const outcomes = await Promise.allSettled(records.map(work));
      const failed = outcomes.findIndex(({ status }) => status === 'rejected');
      if (failed < 0) continue;
      const itemIdentifier = records[failed]?.dynamodb?.SequenceNumber ?? '';
      const [error] = outcomes.slice(failed).map((outcome) => (outcome as PromiseRejectedResult).reason);
      console.error({ sequenceNumber: itemIdentifier, error });
      return { batchItemFailures: [{ itemIdentifier }] };
    }
    return { batchItemFailures: [] };
  };
}

/** A worker that handles a whole batch at once: the batch succeeds or fails as one. */
export function streamBatchWorker(work: (records: readonly DynamoDBRecord[]) => Promise<void>) {
  return async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    try {
      await work(event.Records);
      return { batchItemFailures: [] };
    } catch (error) {
      const itemIdentifier = event.Records[0]?.dynamodb?.SequenceNumber ?? '';
      console.error({ sequenceNumber: itemIdentifier, error });
      return { batchItemFailures: [{ itemIdentifier }] };
    }
  };
}
