import {
  ChangeMessageVisibilityCommand,
  type MessageAttributeValue,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';

/**
 * A queue by its URL. Messages that name their owner are balanced between owners. @param attributes added to each
 * message.
 *
 * @example await messageQueue<SyncMessage>(names.SYNC_FIELDS_QUEUE_URL).send({ ownerId, svcUserId }, 20);
 */
export function messageQueue<Message extends object>(
  QueueUrl: string,
  client = new SQSClient({}),
  attributes?: Record<string, MessageAttributeValue>,
): MessageQueue<Message> {
  return {
    async send(message, delaySeconds = 0) {
      const ownerId = 'ownerId' in message ? message.ownerId : undefined;
      await client.send(
        new SendMessageCommand({
          QueueUrl,
          MessageBody: JSON.stringify(message),
          DelaySeconds: delaySeconds,
          ...(attributes && { MessageAttributes: attributes }),
          // Makes the queue a fair one: an owner with a backlog does not delay others.
          ...(typeof ownerId === 'string' && { MessageGroupId: ownerId }),
        }),
      );
    },
  };
}

/** The attribute with the number of times that a message's chain has passed the queue. */
const passesAttribute = 'Passes';

/** The attribute of a dead letter with the reason why no worker processed it. */
const reasonAttribute = 'Reason';
/** Maximum characters of a reason; a message of SQS has at most 256 kB, including its attributes. */
const maxReasonLength = 1_000;

/** A queue as seen by its own worker. */
export interface OwnQueue {
  /** Makes a received message visible again after a delay. */
  delayRetry(receiptHandle: string, delaySeconds: number): Promise<void>;
  /** The queue for messages of a chain that has passed it this many times. */
  after<Message extends object>(passes: number): MessageQueue<Message>;
  /** The number of times that the message's chain had passed the queue when it was sent: 0 for the start of a chain. */
  passesOf(attributes: Record<string, { stringValue?: string | undefined }>): number;
  /** Sends a message to the dead letters at once, with the reason as an attribute. */
  bury(body: string, reason: string): Promise<void>;
}

/**
 * The queue of a worker.
 *
 * @example
 * const queue = ownQueue(QUEUE_URL, DEAD_LETTERS_URL);
 * await queue.delayRetry(receiptHandle, 30);
 */
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
