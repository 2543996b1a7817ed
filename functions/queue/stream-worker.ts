import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';

/** Makes the Lambda handler of a table's stream. Records are done in order; the first that fails is where the batch goes on. */
export function streamWorker(work: (record: DynamoDBRecord) => Promise<void>) {
  return async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    for (const record of event.Records) {
      const itemIdentifier = record.dynamodb?.SequenceNumber ?? '';
      try {
        await work(record);
      } catch (error) {
        console.error({ sequenceNumber: itemIdentifier, error });
        return { batchItemFailures: [{ itemIdentifier }] };
      }
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
