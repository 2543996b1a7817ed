import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { arnOf, bodies, type EmbeddedSqs, embeddedSqs, receive, sqsClient } from './embedded-sqs.ts';

let dir: string;
let sqs: EmbeddedSqs | undefined;
let child: ChildProcess | undefined;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'furrow-sqs-'));
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await sqs?.stop();
  sqs = undefined;
  rmSync(dir, { recursive: true, force: true });
});

const log = () => join(dir, 'queues.log');

async function start(): Promise<EmbeddedSqs> {
  sqs = await embeddedSqs(dir);
  return sqs;
}

async function restart(): Promise<EmbeddedSqs> {
  await sqs?.engine.close();
  return start();
}

/** An engine in a process of its own, which can be killed. */
async function startChild(): Promise<string> {
  const script = fileURLToPath(new URL('./serve-sqs.ts', import.meta.url));
  child = spawn(process.execPath, ['--import', 'tsx', script, dir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data');
  return String(line).trim();
}

async function kill(): Promise<void> {
  child?.kill('SIGKILL');
  if (child) await once(child, 'exit');
}

test('under kill -9 no acknowledged message is lost and no deleted one returns', async () => {
  const client = sqsClient(await startChild());
  const { QueueUrl = '' } = await client.send(new CreateQueueCommand({ QueueName: 'work' }));
  const sent = new Set<string>();
  const deleted = new Set<string>();
  const perhapsDeleted = new Set<string>();
  let killed = false;
  const work = Promise.all([
    ...['a', 'b', 'c'].map((sender) => sendUntilKilled(client, QueueUrl, sender, sent)),
    deleteUntilKilled(client, QueueUrl, deleted, perhapsDeleted),
  ]).then(() => expect(killed).toBe(true));
  await eventually(() => expect(deleted.size).toBeGreaterThan(20));
  killed = true;
  await kill();
  await work;
  client.destroy();

  const { engine } = await start();
  await engine.release(arnOf(QueueUrl));
  const left = new Set((await engine.receive(arnOf(QueueUrl), { max: 100_000, waitMs: 0 })).map(({ body }) => body));
  const lost = [...sent].filter((body) => !left.has(body) && !perhapsDeleted.has(body));
  const resurrected = [...deleted].filter((body) => left.has(body));
  expect({ lost, resurrected }).toEqual({ lost: [], resurrected: [] });
});

async function sendUntilKilled(client: SQSClient, QueueUrl: string, sender: string, sent: Set<string>) {
  for (let n = 0; ; n += 1) {
    const MessageBody = `${sender}${n}`;
    try {
      await client.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    } catch {
      return;
    }
    sent.add(MessageBody);
  }
}

async function deleteUntilKilled(client: SQSClient, QueueUrl: string, deleted: Set<string>, perhaps: Set<string>) {
  for (;;) {
    try {
      for (const { Body = '', ReceiptHandle } of await receive(client, QueueUrl)) {
        perhaps.add(Body);
        await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
        deleted.add(Body);
      }
    } catch {
      return;
    }
  }
}

test('a restart keeps counts, handles, delays, groups and attributes', async () => {
  const { client, queue } = await start();
  const url = await queue({ VisibilityTimeout: '100' });
  const send = (QueueUrl: string, MessageBody: string, more = {}) =>
    client.send(new SendMessageCommand({ QueueUrl, MessageBody, ...more }));
  await send(url, 'received');
  const [held] = await receive(client, url);
  await send(url, 'waiting', { MessageGroupId: 'g' });
  await send(url, 'delayed', { DelaySeconds: 60 });
  await client.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: { MessageRetentionPeriod: '3600' } }));

  const next = await restart();
  expect(next.engine.counts(arnOf(url))).toEqual({ visible: 1, inFlight: 1, delayed: 1 });
  await next.client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: held?.ReceiptHandle }));
  next.pass(60);
  const rest = await receive(next.client, url);
  expect(bodies(rest)).toEqual(['waiting', 'delayed']);
  expect(rest[0]?.Attributes?.MessageGroupId).toBe('g');
});

test('messages whose receivers died with the last process can be received again at once', async () => {
  const { client, queue } = await start();
  const url = await queue({ VisibilityTimeout: '1000' });
  await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'half done' }));
  await receive(client, url);
  const next = await restart();
  expect(await receive(next.client, url)).toEqual([]);
  expect(await next.engine.release(arnOf(url))).toBe(1);
  const [message] = await receive(next.client, url);
  // The death of the last process was not the message's fault.
  expect(message?.Attributes?.ApproximateReceiveCount).toBe('1');
});

test('a receive that had failed when the process died counts, and keeps its visibility timeout', async () => {
  const { client, queue, engine } = await start();
  const url = await queue({ VisibilityTimeout: '1000' });
  await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'poison' }));
  const [held] = await receive(client, url);
  await engine.fail(arnOf(url), held?.ReceiptHandle ?? '');
  const next = await restart();
  expect(await next.engine.release(arnOf(url))).toBe(0);
  expect(await receive(next.client, url)).toEqual([]);
  next.pass(1000);
  const [message] = await receive(next.client, url);
  expect(message?.Attributes?.ApproximateReceiveCount).toBe('2');
});

test('the log is compacted at a start', async () => {
  const { engine } = await start();
  const { arn } = await engine.ensureQueue({ name: 'work' });
  for (let n = 0; n < 200; n += 1) {
    await engine.send(arn, `message ${n}`);
    for (const { receiptHandle } of await engine.receive(arn, { max: 1, waitMs: 0 }))
      await engine.delete(arn, receiptHandle);
  }
  const long = statSync(log()).size;
  await restart();
  expect(statSync(log()).size).toBeLessThan(long / 100);
});

test('a line that a crash left half written is ignored', async () => {
  const { engine } = await start();
  const { arn } = await engine.ensureQueue({ name: 'work' });
  await engine.send(arn, 'whole');
  await engine.close();
  appendFileSync(log(), '{"op":"put","queue":"work","mess');
  const next = await start();
  expect(next.engine.counts(arn).visible).toBe(1);
  await next.engine.send(arn, 'after');
  expect((await restart()).engine.counts(arn).visible).toBe(2);
});

test('a log damaged in the middle is refused', async () => {
  const { engine } = await start();
  const { arn } = await engine.ensureQueue({ name: 'work' });
  for (const body of ['one', 'two', 'three']) await engine.send(arn, body);
  await engine.close();
  const lines = readFileSync(log(), 'utf8').split('\n');
  lines[2] = '#';
  writeFileSync(log(), lines.join('\n'));
  await expect(embeddedSqs(dir)).rejects.toThrow('queues.log is damaged in line 3');
  sqs = undefined;
});
