import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';

/** A queue by its address. */
export function messageQueue(QueueUrl: string, client = new SQSClient({})): MessageQueue {
  return {
    async send(message, delaySeconds = 0) {
      await client.send(
        new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message), DelaySeconds: delaySeconds }),
      );
    },
  };
}
