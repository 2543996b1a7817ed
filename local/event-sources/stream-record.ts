import type { StreamRecord } from '../dynamodb/index.ts';

/** The name of a record inside its stream; it is also its item identifier in `batchItemFailures`. */
export const sequenceNumber = (record: StreamRecord): string => record.dynamodb.SequenceNumber;

/** When the change was made, in milliseconds since the epoch. */
export const createdAt = (record: StreamRecord): number => record.dynamodb.ApproximateCreationDateTime * 1000;

/** The event that Lambda hands to a function for a batch of stream records. */
export function streamEvent(records: StreamRecord[], streamArn: string): { Records: StreamRecord[] } {
  return { Records: records.map((record) => ({ ...record, eventSourceARN: streamArn })) };
}
