import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JobName, jobNames } from '../../functions/manifests.ts';
import { minWorkerSlots, workerSlots } from '../../infra/context/worker-slots.ts';
import { movableClock } from '../../local/clock.ts';
import { credentials, region } from '../../local/credentials.ts';
import type { EventSource, InvocationOutcome } from '../../local/event-sources/event-source.ts';
import { startSqsSource } from '../../local/event-sources/sqs-source.ts';
import { accountConcurrency } from '../../local/lambda/account-concurrency.ts';
import { type SqsEngine, startSqs } from '../../local/sqs/start-sqs.ts';
import { queueArn, queueUrl } from '../../local/template/arns.ts';
import { eventually } from '../eventually.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** The least that preflight lets pass. */
const concurrency = 100;
const slots = workerSlots(concurrency);
const allSlots = Object.values(slots).reduce((sum, one) => sum + one, 0);
const account = accountConcurrency(concurrency);
const clock = movableClock();
const visibilitySeconds = 30;
const done: InvocationOutcome = { requestId: 'r', payload: null };
const refused: InvocationOutcome = { ...done, functionError: 'Unhandled' };

let queues: SqsEngine;
let sources: EventSource[];
/** Worker invocations that hang until they are let go. */
const hanging = new Set<() => void>();
const finished: string[] = [];
let refusals = 0;
let areWorkersSlow = true;

/** A stub of a worker's function, within the account's concurrent executions. */
async function work(job: string): Promise<InvocationOutcome> {
  const run = account.run(async () => {
    if (areWorkersSlow) await new Promise<void>((resolve) => hanging.add(resolve));
    finished.push(job);
    return done;
  });
  if (!run) refusals += 1;
  return run ?? refused;
}

/** Requests that are under way at once; each waits until all of them are, and resolves to whether it was refused. */
function requests(count: number): { refused(): number; end(): void } {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const answers = Array.from({ length: count }, () => account.run(() => ended));
  return { refused: () => answers.filter((answer) => answer === undefined).length, end };
}

const letWorkersGo = () => {
  for (const go of hanging) go();
  hanging.clear();
};

beforeAll(async () => {
  queues = await startSqs({ dir: temporaryFolder('account'), host: '127.0.0.1', clock });
  sources = await Promise.all(
    jobNames.map(async (job) => {
      await queues.ensureQueue({ name: job, attributes: { VisibilityTimeout: String(visibilitySeconds) } });
      return startSqsSource({
        mapping: {
          ...{ kind: 'queue', name: job, queueName: job, queueArn: queueArn(job), functionName: job, functionArn: job },
          ...{ enabled: true, reportsItemFailures: true, filters: [], batchSize: 1 },
          maximumConcurrency: slots[job],
        },
        queues,
        invoke: () => work(job),
        log: () => {},
      });
    }),
  );
});

afterAll(async () => {
  areWorkersSlow = false;
  letWorkersGo();
  await Promise.all(sources.map((source) => source.stop()));
  await queues.close();
});

/** Puts messages into queues, all of them unless said. */
async function send(count: number, to: readonly JobName[] = jobNames): Promise<void> {
  const client = new SQSClient({ endpoint: queues.endpoint, region, credentials });
  const Entries = Array.from({ length: count }, (_, index) => ({ Id: `${index}`, MessageBody: `${index}` }));
  for (const job of to)
    await client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl(queues.endpoint, job), Entries }));
  client.destroy();
}

test('at 100 concurrent executions, workers of full queues take half, and 50 requests at once find room', async () => {
  expect(allSlots).toBeGreaterThanOrEqual(minWorkerSlots);
  expect(allSlots).toBeLessThanOrEqual(concurrency / 2);
  await send(10);
  await eventually(() => expect(hanging.size).toBe(allSlots));
  const under = requests(concurrency / 2);
  expect(under.refused()).toBe(0);
  under.end();
});

test('uploads that find no room are delivered again once there is some', async () => {
  areWorkersSlow = false;
  letWorkersGo();
  await eventually(() => expect(finished).toHaveLength(10 * jobNames.length));
  const all = requests(concurrency);
  expect(all.refused()).toBe(0);
  expect(requests(1).refused()).toBe(1);
  finished.length = 0;
  await send(1, ['convert-boundaries', 'process-machine-files']);
  await eventually(() => expect(refusals).toBe(2));
  expect(finished).toEqual([]);
  all.end();
  clock.advance((visibilitySeconds + 1) * 1000);
  queues.wake();
  await eventually(() => expect(finished.sort()).toEqual(['convert-boundaries', 'process-machine-files']));
});
