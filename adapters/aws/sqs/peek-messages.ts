import {
  ChangeMessageVisibilityBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { PeekedMessage } from '../../../domain/events/message-queue.ts';

/** Maximum calls of ten messages each; later messages are seen only after earlier ones are gone. */
const maxCalls = 50;
/** Time to reach the end of the queue, before the first message would be received again. */
const hiddenSeconds = 60;

/**
 * Reads the messages of a queue without removing them.
 *
 * @example const deadLetters = await peekMessages(names.CONVERT_BOUNDARIES_DEAD_LETTERS_URL)();
 */
export function peekMessages(QueueUrl: string, client = new SQSClient({})): () => Promise<PeekedMessage[]> {
  const receive = async (): Promise<Message[]> => {
    const command = new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: 10,
      VisibilityTimeout: hiddenSeconds,
      MessageSystemAttributeNames: ['SentTimestamp'],
    });
    return (await client.send(command)).Messages ?? [];
  };
  /** Makes messages visible again for other readers of the queue, and its alarm. */
  const show = async (messages: Message[]): Promise<void> => {
    const Entries = messages.map(({ ReceiptHandle }, index) => ({
      Id: String(index),
      ReceiptHandle,
      VisibilityTimeout: 0,
    }));
    await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }));
  };
  return async () => {
    const batches: Message[][] = [];
    try {
      while (batches.length < maxCalls) {
        const messages = await receive();
        if (messages.length === 0) break;
        batches.push(messages);
      }
    } finally {
      for (const messages of batches) await show(messages);
    }
    return batches.flat().map(({ Body = '', Attributes }) => ({
      body: Body,
      sentAt: Number(Attributes?.SentTimestamp ?? 0),
    }));
  };
}
