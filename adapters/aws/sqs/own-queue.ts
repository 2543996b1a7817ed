import {
  ChangeMessageVisibilityCommand,
  type MessageAttributeValue,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import { messageQueue } from './send-message.ts';

/** The attribute that tells how often the chain of a message has passed the queue. */
const passesAttribute = 'Passes';

/** The attribute of a dead letter that tells why no worker took it. */
const reasonAttribute = 'Reason';
/** A message of SQS has 256 kB, its attributes included. */
const maxReasonLength = 1_000;

/** A queue as its own worker uses it. */
export interface OwnQueue {
  /** Makes a received message visible again after a delay. */
  delayRetry(receiptHandle: string, delaySeconds: number): Promise<void>;
  /** The queue, for messages of a chain that has passed it so many times. */
  after<Message extends object>(passes: number): MessageQueue<Message>;
  /** Of a message's attributes, how often its chain had passed the queue when it was sent: 0 when a chain begins with it. */
  passesOf(attributes: Record<string, { stringValue?: string | undefined }>): number;
  /** Makes a message a dead letter at once, with the reason as an attribute. */
  bury(body: string, reason: string): Promise<void>;
}

/** The queue that a worker takes its messages from. */
export function ownQueue(QueueUrl: string, deadLettersUrl: string, client = new SQSClient({})): OwnQueue {
  return {
    async delayRetry(ReceiptHandle, VisibilityTimeout) {
      await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }));
    },
    after: (passes) => messageQueue(QueueUrl, client, { [passesAttribute]: numberAttribute(passes) }),
    passesOf: (attributes) => Number(attributes[passesAttribute]?.stringValue ?? 0),
    async bury(MessageBody, reason) {
      const StringValue = reason.slice(0, maxReasonLength);
      const MessageAttributes = { [reasonAttribute]: { DataType: 'String', StringValue } };
      await client.send(new SendMessageCommand({ QueueUrl: deadLettersUrl, MessageBody, MessageAttributes }));
    },
  };
}

const numberAttribute = (value: number): MessageAttributeValue => ({ DataType: 'Number', StringValue: String(value) });
