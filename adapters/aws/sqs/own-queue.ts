import { ChangeMessageVisibilityCommand, type MessageAttributeValue, SQSClient } from '@aws-sdk/client-sqs';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import { messageQueue } from './send-message.ts';

/** The attribute that tells how often the chain of a message has passed the queue. */
const passesAttribute = 'Passes';

/** A queue as its own worker uses it. */
export interface OwnQueue {
  /** Makes a received message visible again after a delay. */
  delayRetry(receiptHandle: string, delaySeconds: number): Promise<void>;
  /** The queue, for messages of a chain that has passed it so many times. */
  after(passes: number): MessageQueue;
  /** Of a message's attributes, how often its chain had passed the queue when it was sent: 0 when a chain begins with it. */
  passesOf(attributes: Record<string, { stringValue?: string | undefined }>): number;
}

/** The queue that a worker takes its messages from. */
export function ownQueue(QueueUrl: string, client = new SQSClient({})): OwnQueue {
  return {
    async delayRetry(ReceiptHandle, VisibilityTimeout) {
      await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }));
    },
    after: (passes) => messageQueue(QueueUrl, client, { [passesAttribute]: numberAttribute(passes) }),
    passesOf: (attributes) => Number(attributes[passesAttribute]?.stringValue ?? 0),
  };
}

const numberAttribute = (value: number): MessageAttributeValue => ({ DataType: 'Number', StringValue: String(value) });
