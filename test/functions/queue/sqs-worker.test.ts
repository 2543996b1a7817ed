import type { Context, SQSRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import { type Message, type QueueServices, sqsWorker } from '../../../functions/queue/sqs-worker.ts';

const context = { getRemainingTimeInMillis: () => 60_000 } as Context;

/** A queue whose messages are what they are sent with, and how often their chain had passed it. */
function queueOf(longestChain: number) {
  const waiting: { body: string; passes: number }[] = [];
  const services: QueueServices = {
    maxReceiveCount: 3,
    longestChain,
    delayRetry: async () => {},
    after: (passes) => ({ send: async (message) => void waiting.push({ body: JSON.stringify(message), passes }) }),
    passesOf: (attributes) => Number(attributes.Passes?.stringValue ?? 0),
  };
  return { services, waiting };
}

function recordOf({ body, passes }: { body: string; passes: number }): SQSRecord {
  const messageAttributes = passes > 0 ? { Passes: { dataType: 'Number', stringValue: String(passes) } } : {};
  const attributes = { ApproximateReceiveCount: '1' };
  return { messageId: 'm', receiptHandle: 'r', body, attributes, messageAttributes } as unknown as SQSRecord;
}

test('a chain that never comes to its end is stopped where it was declared, and its last message fails', async () => {
  const { services, waiting } = queueOf(20);
  const worked: number[] = [];
  const handler = sqsWorker(async ({ passes, queue }: Message) => {
    worked.push(passes);
    await queue.send({ again: true });
  }, services);
  waiting.push({ body: '{}', passes: 0 });
  const failed: string[] = [];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { batchItemFailures } = await handler({ Records: [recordOf(next)] }, context);
    failed.push(...batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  }
  expect(worked).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(failed).toEqual(['m']);
});

test('each message of a batch goes on with its own chain', async () => {
  const { services, waiting } = queueOf(20);
  const handler = sqsWorker(({ body, queue }) => queue.send(JSON.parse(body)), services);
  const batch = [
    { body: '"a"', passes: 0 },
    { body: '"b"', passes: 7 },
  ];
  await handler({ Records: batch.map(recordOf) }, context);
  expect(waiting).toEqual([
    { body: '"a"', passes: 1 },
    { body: '"b"', passes: 8 },
  ]);
});
