import { type MessageAttributeValue, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
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
