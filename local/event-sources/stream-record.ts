/** A change as a DynamoDB stream holds it. Attribute values stay in their wire form (`{ S: '…' }`, binary as base64). */
export interface StreamRecord {
  eventID?: string | undefined;
  eventName?: string | undefined;
  eventVersion?: string | undefined;
  eventSource?: string | undefined;
  awsRegion?: string | undefined;
  userIdentity?: unknown;
  dynamodb?:
    | {
        /** Seconds since the epoch. */
        ApproximateCreationDateTime?: number | undefined;
        SequenceNumber?: string | undefined;
        Keys?: unknown;
        NewImage?: unknown;
        OldImage?: unknown;
        SizeBytes?: number | undefined;
        StreamViewType?: string | undefined;
      }
    | undefined;
}

/** The name of a record inside its stream; it is also its item identifier in `batchItemFailures`. */
export function sequenceNumber(record: StreamRecord): string {
  const found = record.dynamodb?.SequenceNumber;
  if (found === undefined) throw new TypeError('a stream record without a sequence number');
  return found;
}

/** When the change was made, in milliseconds since the epoch. */
export function createdAt(record: StreamRecord): number {
  return (record.dynamodb?.ApproximateCreationDateTime ?? 0) * 1000;
}

/** The event that Lambda hands to a function for a batch of stream records. */
export function streamEvent(records: StreamRecord[], streamArn: string): { Records: unknown[] } {
  return { Records: records.map((record) => ({ ...record, eventSourceARN: streamArn })) };
}
