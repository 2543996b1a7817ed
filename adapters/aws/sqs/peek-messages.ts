import {
  ChangeMessageVisibilityBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { PeekedMessage } from '../../../domain/events/message-queue.ts';

/** Calls of ten messages each: what lies behind the five hundredth is seen when there are fewer. */
const maxCalls = 50;
/** Time to come to the end of the queue, before the first message would be seen again. */
const hiddenSeconds = 60;

/** Reads what lies in a queue and leaves it there. */
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
  /** Other readers of the queue, and the alarm on it, see the messages as before. */
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
