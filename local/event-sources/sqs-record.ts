import { region } from '../credentials.ts';
import type { SqsMessage } from '../sqs/start-sqs.ts';

/** The event that Lambda hands to a function for a batch of messages from a queue. */
export function sqsEvent(messages: SqsMessage[], queueArn: string): { Records: unknown[] } {
  return { Records: messages.map((message) => sqsRecord(message, queueArn)) };
}

function sqsRecord(message: SqsMessage, queueArn: string) {
  const attributes = Object.entries(message.messageAttributes);
  return {
    messageId: message.messageId,
    receiptHandle: message.receiptHandle,
    body: message.body,
    attributes: message.attributes,
    messageAttributes: Object.fromEntries(
      attributes.map(([name, value]) => [name, { ...value, stringListValues: [], binaryListValues: [] }]),
    ),
    md5OfBody: message.md5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: region,
  };
}
