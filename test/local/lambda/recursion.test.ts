import { SendMessageCommand, SetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DynamoDbEngine } from '../../../local/dynamodb/index.ts';
import { type EventSources, startEventSources } from '../../../local/event-sources/start-event-sources.ts';
import { maxLineage, nextLink } from '../../../local/lambda/lineage.ts';
import type { FunctionPlan } from '../../../local/template/plan-functions.ts';
import { eventually } from '../../eventually.ts';
import { arnOf, bodies, type EmbeddedSqs, embeddedSqs, receive } from '../sqs/embedded-sqs.ts';
import { type SamplePool, sampleFunction, samplePool } from './sample-function.ts';

/** A function that sends the number in a message, increased by one, to the next queue until it is 40. It accepts batches, too. */
const code = `
  import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
  const client = new SQSClient({});
  export async function handler({ Records }: any) {
    for (const { body } of Records) {
      const next = String(Number(body) + 1);
      console.log('worked on ' + body);
      if (next === '41') continue;
      const QueueUrl = process.env.NEXT;
      if (Number(body) % 2) await client.send(new SendMessageCommand({ QueueUrl, MessageBody: next }));
      else await client.send(new SendMessageBatchCommand({ QueueUrl, Entries: [{ Id: 'a', MessageBody: next }] }));
    }
  }
`;

let sqs: EmbeddedSqs;
let pool: SamplePool | undefined;
let sources: EventSources | undefined;

beforeEach(async () => {
  sqs = await embeddedSqs();
});
afterEach(async () => {
  await sources?.stop();
  await pool?.close();
  await sqs.stop();
  [pool, sources] = [undefined, undefined];
});

/** Functions with a queue each, which send to the next queue in a ring; and the dead letters. */
async function ring(names: string[], overrides: Partial<FunctionPlan> = {}) {
  const queues: string[] = [];
  for (const _ of names) queues.push(await sqs.queue({ VisibilityTimeout: '30' }));
  const dead = await sqs.queue();
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: arnOf(dead), maxReceiveCount: 2 });
  for (const QueueUrl of queues) {
    await sqs.client.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { RedrivePolicy } }));
  }
  const functions = names.map((name, index) =>
    sampleFunction(code, { name, environment: { NEXT: queues[(index + 1) % names.length] ?? '' }, ...overrides }),
  );
  const started = await samplePool(functions, { environment: () => ({ AWS_ENDPOINT_URL_SQS: sqs.engine.endpoint }) });
  pool = started;
  const mappings = functions.map(({ name, arn }, index) => ({
    kind: 'queue' as const,
    name: `queue -> ${name}`,
    queueName: `queue of ${name}`,
    queueArn: arnOf(queues[index] ?? ''),
    functionName: name,
    functionArn: arn,
    enabled: true,
    reportsItemFailures: true,
    filters: [],
  }));
  const { engine, clock, dir } = sqs;
  sources = await startEventSources(mappings, {
    dir,
    sqs: engine,
    // No source reads a stream.
    dynamodb: { onWrite: () => () => {} } as unknown as DynamoDbEngine,
    clock,
    invoke: started.invoke,
    log: () => {},
  });
  return {
    dead,
    send: (body: string) => sqs.client.send(new SendMessageCommand({ QueueUrl: queues[0], MessageBody: body })),
    worked: () => started.lines.filter((line) => line.includes('worked on')),
    refusals: () => started.lines.filter((line) => line.includes('RecursiveInvocationException')),
    dropped: () => names.map((name) => started.stats()[name]?.recursiveInvocationsDropped),
  };
}

describe('a function that keeps sending to its own queue', () => {
  test('is stopped after 16 invocations, and the message for the next becomes a dead letter', async () => {
    const { send, worked, refusals, dropped, dead } = await ring(['baler']);
    await send('1');
    await eventually(() => expect(refusals()).toHaveLength(1));
    // Log lines of a function may arrive after the pool's own.
    await eventually(() => expect(worked()).toHaveLength(16));
    expect(refusals()[0]).toMatch(/^\[baler\] ERROR \S+ RecursiveInvocationException: .*queue of baler.* 17th /);
    for (const refused of [2, 2]) {
      await eventually(() => expect(sources?.idle()).toBe(true));
      sqs.pass(31);
      await eventually(() => expect(refusals()).toHaveLength(refused));
    }
    await eventually(() => expect(sqs.engine.counts(arnOf(dead)).visible).toBe(1));
    expect(bodies(await receive(sqs.client, dead))).toEqual(['17']);
    expect([worked().length, dropped()]).toEqual([16, [2]]);
  });

  test('continues where it allows that', async () => {
    const { send, worked, dropped } = await ring(['swather'], { recursion: 'Allow' });
    await send('1');
    await eventually(() => expect(worked()).toHaveLength(40));
    expect(dropped()).toEqual([0]);
  });

  test('starts a new chain with a message that none of its invocations has sent', async () => {
    const { send, worked, dropped } = await ring(['tedder']);
    for (let n = 0; n < 20; n += 1) await send('40');
    await eventually(() => expect(worked()).toHaveLength(20));
    expect(dropped()).toEqual([0]);
  });
});

test('functions that send to one another in a circle are counted separately', async () => {
  const { send, worked, refusals } = await ring(['rake', 'wagon']);
  await send('1');
  await eventually(() => expect(refusals()).toHaveLength(1));
  await eventually(() => expect(worked()).toHaveLength(2 * maxLineage));
  expect(refusals()[0]).toContain('queue of rake');
});

describe('the next link of a chain', () => {
  test('continues the longest of several, and keeps the counts of other functions and the root', () => {
    const one = nextLink('plough', headersAfter('drill', 3));
    const { count, traceHeader } = nextLink('drill', [one.traceHeader, ...headersAfter('drill', 5)]);
    expect(count).toBe(6);
    expect(nextLink('plough', [traceHeader]).count).toBe(2);
    expect(traceHeader.split(';')[0]).toBe(one.traceHeader.split(';')[0]);
  });

  test('starts a chain where a header is empty or unknown', () => {
    for (const header of ['', 'Lineage=', 'Root=a\nb;Lineage=no|xyz:1|0123abcd:many', 'Root=1-5759e988']) {
      const { count, traceHeader } = nextLink('plough', [header]);
      expect(count).toBe(1);
      expect(traceHeader).toMatch(/^Root=[0-9a-f-]+;Parent=[0-9a-f]{16};Sampled=0;Lineage=[0-9a-f]{8}:1$/);
    }
  });
});

/** The header after some invocations of a function. */
function headersAfter(functionName: string, times: number): string[] {
  let headers: string[] = [];
  for (let n = 0; n < times; n += 1) headers = [nextLink(functionName, headers).traceHeader];
  return headers;
}
