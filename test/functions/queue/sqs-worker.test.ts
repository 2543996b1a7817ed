import type { Context, SQSRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { type QueueServices, sqsWorker } from '../../../functions/queue/sqs-worker.ts';

const context = { getRemainingTimeInMillis: () => 60_000 } as Context;
const schema = z.object({ ownerId: z.string(), table: z.object({ rows: z.number() }).optional() });

/** A queue with its messages, and how often their chain had passed it. */
function queueOf(maxPasses: number) {
  const waiting: { body: string; passes: number }[] = [];
  const buried: { body: string; reason: string }[] = [];
  const services: QueueServices = {
    maxReceiveCount: 3,
    maxPasses,
    delayRetry: async () => {},
    after: (passes) => ({ send: async (message) => void waiting.push({ body: JSON.stringify(message), passes }) }),
    passesOf: (attributes) => Number(attributes.Passes?.stringValue ?? 0),
    bury: async (body, reason) => void buried.push({ body, reason }),
  };
  return { services, waiting, buried };
}

function recordOf({ body, passes }: { body: string; passes: number }): SQSRecord {
  const messageAttributes = passes > 0 ? { Passes: { dataType: 'Number', stringValue: String(passes) } } : {};
  const attributes = { ApproximateReceiveCount: '1' };
  return { messageId: 'm', receiptHandle: 'r', body, attributes, messageAttributes } as unknown as SQSRecord;
}

test('an endless chain is stopped at its declared length, and its last message fails', async () => {
  const { services, waiting } = queueOf(20);
  const worked: number[] = [];
  const handler = sqsWorker(
    schema,
    async (asked, { passes, queue }) => {
      worked.push(passes);
      await queue.send(asked);
    },
    services,
  );
  waiting.push({ body: '{"ownerId":"o"}', passes: 0 });
  const failed: string[] = [];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { batchItemFailures } = await handler({ Records: [recordOf(next)] }, context);
    failed.push(...batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  }
  expect(worked).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(failed).toEqual(['m']);
});

test('each message of a batch continues its own chain', async () => {
  const { services, waiting } = queueOf(20);
  const handler = sqsWorker(schema, (asked, { queue }) => queue.send(asked), services);
  const batch = [
    { body: '{"ownerId":"a"}', passes: 0 },
    { body: '{"ownerId":"b"}', passes: 7 },
  ];
  await handler({ Records: batch.map(recordOf) }, context);
  expect(waiting).toEqual([
    { body: '{"ownerId":"a"}', passes: 1 },
    { body: '{"ownerId":"b"}', passes: 8 },
  ]);
});

test.each([
  ['{"svcUserId":"u"}', /^ownerId: .*expected string/],
  ['{"ownerId":"o","table":{"rows":"many"}}', /^table\.rows: .*expected number/],
  ['"text"', /^the message: .*expected object/],
  ['not JSON', /^the body is not JSON$/],
])('%s is a dead letter at once, with the fault', async (body, reason) => {
  const { services, buried } = queueOf(20);
  const worked: string[] = [];
  const handler = sqsWorker(schema, async ({ ownerId }) => void worked.push(ownerId), services);
  const batch = [body, '{"ownerId":"next"}'].map((one) => recordOf({ body: one, passes: 0 }));
  expect(await handler({ Records: batch }, context)).toEqual({ batchItemFailures: [] });
  expect(buried).toEqual([{ body, reason: expect.stringMatching(reason) }]);
  expect(worked).toEqual(['next']);
});

test('a dead letter that cannot be written is retried', async () => {
  const { services } = queueOf(20);
  const bury = () => Promise.reject(new Error('no access'));
  const handler = sqsWorker(schema, async () => {}, { ...services, bury });
  const { batchItemFailures } = await handler({ Records: [recordOf({ body: '{}', passes: 0 })] }, context);
  expect(batchItemFailures).toEqual([{ itemIdentifier: 'm' }]);
});

test('notifications of a bucket become messages for the keys that name a record', async () => {
  const { services, buried } = queueOf(20);
  const worked: string[] = [];
  const handler = sqsWorker(
    schema,
    async ({ ownerId }) => void worked.push(ownerId),
    services,
    (key) => (key.startsWith('o/') ? { ownerId: key.slice(2) } : undefined),
  );
  const news = (...keys: string[]) => JSON.stringify({ Records: keys.map((key) => ({ s3: { object: { key } } })) });
  const bodies = [news('o/a+b', 'else'), '{"Event":"s3:TestEvent"}', '{"ownerId":"own"}'];
  await handler({ Records: bodies.map((body) => recordOf({ body, passes: 0 })) }, context);
  expect([worked, buried]).toEqual([['a b', 'own'], []]);
});
