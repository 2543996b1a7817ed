import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs';

/** Makes received messages of a queue visible again after a delay. */
export function putOff(
  QueueUrl: string,
  client = new SQSClient({}),
): (receiptHandle: string, delaySeconds: number) => Promise<void> {
  return async (ReceiptHandle, VisibilityTimeout) => {
    await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }));
  };
}
