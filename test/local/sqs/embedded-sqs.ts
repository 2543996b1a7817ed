import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateQueueCommand,
  type CreateQueueCommandInput,
  type Message,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { type MovableClock, movableClock } from '../../../local/clock.ts';
import { credentials, region } from '../../../local/credentials.ts';
import { type SqsEngine, startSqs } from '../../../local/sqs/start-sqs.ts';

/** An engine on its own directory, with a real client and a clock that the test can move. */
export interface EmbeddedSqs {
  engine: SqsEngine;
  client: SQSClient;
  clock: MovableClock;
  dir: string;
  /** Creates a queue with a unique name and returns its URL. */
  queue(attributes?: CreateQueueCommandInput['Attributes']): Promise<string>;
  /** Moves the clock and informs the engine. */
  pass(seconds: number): void;
  stop(): Promise<void>;
}

export async function embeddedSqs(dir = mkdtempSync(join(tmpdir(), 'furrow-sqs-'))): Promise<EmbeddedSqs> {
  const clock = movableClock();
  const engine = await startSqs({ dir, host: '127.0.0.1', clock });
  const client = sqsClient(engine.endpoint);
  let queues = 0;
  return {
    engine,
    client,
    clock,
    dir,
    async queue(attributes) {
      const QueueName = `queue-${++queues}`;
      const { QueueUrl } = await client.send(new CreateQueueCommand({ QueueName, Attributes: attributes }));
      return String(QueueUrl);
    },
    pass(seconds) {
      clock.advance(seconds * 1000);
      engine.wake();
    },
    async stop() {
      client.destroy();
      await engine.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export function sqsClient(endpoint: string): SQSClient {
  return new SQSClient({ endpoint, region, credentials, maxAttempts: 1 });
}

/** Receives all attributes of up to ten messages. */
export async function receive(
  client: SQSClient,
  QueueUrl: string,
  options: Omit<ReceiveMessageCommandInput, 'QueueUrl'> = {},
): Promise<Message[]> {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: 10,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
      ...options,
    }),
  );
  return Messages;
}

export const bodies = (messages: Message[]) => messages.map((message) => message.Body);
export const arnOf = (queueUrl: string) => `arn:aws:sqs:us-east-1:000000000000:${queueUrl.split('/').at(-1)}`;
