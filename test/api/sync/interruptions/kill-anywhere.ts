import type { Context, SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { linkStore } from '../../../../adapters/aws/dynamodb/sync/link-store.ts';
import { newId } from '../../../../adapters/system.ts';
import { addressesOfSandboxes } from '../../../../local/demo/addresses-of-sandboxes.ts';
import { isThorough } from '../../../thorough.ts';
import { advance, cloudClock, queueUrl, sweep, table } from '../../cloud.ts';
import { MortalFunctions } from '../../contract/mortal-functions.ts';
import { eventsOf } from '../../machine-files/stored-records.ts';
import { freshOwner, type TestOwner } from '../../owner.ts';
import { filesOf, roundEnded } from '../fetched-files.ts';
import type { ownFarm } from '../own-farm.ts';
import type { useSandboxes } from '../sandboxes.ts';

type Worker = (event: SQSEvent, context: Context) => Promise<{ batchItemFailures: object[] }>;

/** Functions in the process of a test, which can be killed, and which call the sandboxes. */
export function useMortalFunctions(sandboxes: ReturnType<typeof useSandboxes>): MortalFunctions {
  const functions = new MortalFunctions();
  beforeAll(async () => {
    await functions.start();
    process.env.PROVIDER_ADDRESSES = JSON.stringify(addressesOfSandboxes(sandboxes));
  });
  afterAll(() => functions.stop());
  return functions;
}

/** The worker of a job in this process, whose own queue is that of the job in the cloud. */
export async function workerOf(job: string, queue: string): Promise<Worker> {
  const { pathname } = new URL(queueUrl(queue));
  const { origin } = new URL(process.env.AWS_ENDPOINT_URL_SQS ?? '');
  Object.assign(process.env, { QUEUE_URL: origin + pathname, DEAD_LETTERS_URL: `${origin + pathname}-dead` });
  return ((await import(`../../../../functions/jobs/${job}/index.ts`)) as { handler: Worker }).handler;
}

/** A receive of a message. */
export function delivery(message: object, received: number, messageId: string): SQSEvent {
  const attributes = { ApproximateReceiveCount: String(received) };
  const record = { messageId, receiptHandle: 'none', body: JSON.stringify(message), attributes, messageAttributes: {} };
  return { Records: [record] } as unknown as SQSEvent;
}
export const context = { getRemainingTimeInMillis: () => 65_000 } as Context;

/** Of so many writes a quick run tries one. */
const stride = 4;

export interface Case {
  owner: TestOwner;
  svcUserId: string;
  message: object;
}

/**
 * Kills a worker before each of its writes (before some of them in quick runs), and after the last one, each time for a user of its own, and delivers the message again. The rest is done in the cloud.
 *
 * @param prepare makes a user, and the message of the worker.
 * @param check looks at what is there afterwards.
 * @example await killAnywhere(functions, await workerOf('sync-files', 'file-syncs'), prepare, check);
 */
export async function killAnywhere<C extends Case>(
  functions: MortalFunctions,
  worker: Worker,
  prepare: () => Promise<C>,
  check: (one: C) => Promise<void>,
) {
  const deliver = (one: C) => {
    const id = newId();
    return (received: number) => worker(delivery(one.message, received, id), context);
  };
  await dieAnywhere(functions, prepare, deliver, check);
}

/** Has functions in this process go by the clock of the cloud, which refuses what is signed at another time. */
export function atCloudTime<A extends unknown[]>(work: (...of: A) => Promise<unknown>): (...of: A) => Promise<unknown> {
  return async (...of) => {
    const own = Date.now;
    const ahead = cloudClock.now() - own();
    const spy = vi.spyOn(Date, 'now').mockImplementation(() => own() + ahead);
    return work(...of).finally(() => spy.mockRestore());
  };
}

/**
 * As `killAnywhere`, for any function.
 *
 * @param callerOf makes what calls the function of a case, with how often it has been called.
 */
export async function dieAnywhere<C extends object>(
  functions: MortalFunctions,
  prepare: () => Promise<C>,
  callerOf: (one: C) => (received: number) => Promise<unknown>,
  check: (one: C) => Promise<void>,
) {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const run = async (one: C, fault?: { at: number; happens: 'dies before' | 'dies after' }) => {
    const call = atCloudTime(callerOf(one));
    functions.clear();
    await functions.during(() => call(1), fault);
    const steps = functions.steps.length;
    if (fault) await functions.during(() => call(2));
    await roundEnded();
    await advance({ minutes: 3 });
    await sweep();
    await roundEnded();
    return steps;
  };
  const whole = await prepare();
  const steps = await run(whole);
  expect(steps).toBeGreaterThan(0);
  await check(whole);
  for (let at = 1; at <= steps + 1; at += 1) {
    if (!isThorough && at % stride !== 1 && at <= steps) continue;
    const one = await prepare();
    await run(one, at <= steps ? { at, happens: 'dies before' } : { at: steps, happens: 'dies after' });
    await check(one).catch((error: unknown) => {
      throw new Error(`killed at step ${at} of ${steps}`, { cause: error });
    });
  }
  log.mockRestore();
  warned.mockRestore();
}

const links = linkStore(table('fields'), table('users'));

/** A user of an owner of its own, whose fields have come. */
export async function connectedUser(farm: Awaited<ReturnType<typeof ownFarm>>, settings: object = {}) {
  const owner = await freshOwner();
  const svcUserId = await farm.user(owner, { operationsAutoSync: false, ...settings });
  const link = await links.get(owner.owner.id, svcUserId, 'JohnDeere');
  const account = { ownerId: owner.owner.id, svcUserId, provider: 'JohnDeere' as const };
  return { owner, svcUserId, account, link };
}

/** Checks that a file has come, was processed and was announced once. */
export async function expectFileOnce({ owner, svcUserId }: Omit<Case, 'message'>, fileId: string): Promise<void> {
  const found = (await filesOf(owner, svcUserId)).map(({ status, providerFileId }) => [providerFileId, status]);
  expect(found).toEqual([[fileId, 'processed']]);
  const ended = (await eventsOf(svcUserId)).filter(({ type }) => type.startsWith('providerFileProcessing'));
  expect(ended.map(({ type }) => type)).toEqual(['providerFileProcessingFinished']);
}
