import type { Context, SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { linkStore } from '../../../../adapters/aws/dynamodb/sync/link-store.ts';
import { syncRequests } from '../../../../adapters/aws/dynamodb/sync/sync-requests.ts';
import { geosOverlay } from '../../../../adapters/geos/geos-overlay.ts';
import { newId } from '../../../../adapters/system.ts';
import { timestamp } from '../../../../domain/clock.ts';
import { addressesOfSandboxes } from '../../../../local/sandboxes/addresses-of-sandboxes.ts';
import { isThorough } from '../../../thorough.ts';
import { usersAssets } from '../../assets/asset.ts';
import { advance, cloudClock, idle, queueUrl, sweep, table } from '../../cloud.ts';
import { MortalFunctions } from '../../contract/mortal-functions.ts';
import { credentialPath } from '../../credentials/credential.ts';
import { eventsOf } from '../../machine-files/stored-records.ts';
import { freshOwner, type TestOwner } from '../../owner.ts';
import { squareAt } from '../connected-user.ts';
import { filesOf, roundEnded } from '../fetched-files.ts';
import { harvestFilling, ownFarm } from '../own-farm.ts';
import { controlSandbox, useSandboxes } from '../sandboxes.ts';

/** Function bundles have GEOS beside them; their sources do not. */
vi.mock('../../../../adapters/geos/packaged-geos.ts', () => ({
  packagedGeos: () => () => geosOverlay(() => import('geos-wasm')),
}));

const sandboxes = useSandboxes();
const functions = new MortalFunctions();
const [organizationId, fileId] = ['7601', '76010001'];
const farm = await ownFarm(organizationId);
const links = linkStore(table('fields'), table('users'));
type Worker = (event: SQSEvent, context: Context) => Promise<{ batchItemFailures: object[] }>;

beforeAll(async () => {
  await functions.start();
  process.env.PROVIDER_ADDRESSES = JSON.stringify(addressesOfSandboxes(sandboxes));
  await farm.file(fileId, harvestFilling());
  await controlSandbox('JohnDeere', 'PUT', `/world/equipment/${organizationId}`, {
    ...{ organizationId, archived: false, category: 'Machine', name: 'Combine', serialNumber: 'X7601' },
    ...{ make: 'JOHN DEERE', type: 'Combine', model: 'S790', principalId: 7601, isTelematicsCapable: true },
  });
});
afterAll(async () => {
  await functions.stop();
  await controlSandbox('JohnDeere', 'DELETE', `/world/equipment/${organizationId}`);
});

/** The worker of a job in this process, whose own queue is that of the job in the cloud. */
async function workerOf(job: string, queue: string): Promise<Worker> {
  const { pathname } = new URL(queueUrl(queue));
  const { origin } = new URL(process.env.AWS_ENDPOINT_URL_SQS ?? '');
  Object.assign(process.env, { QUEUE_URL: origin + pathname, DEAD_LETTERS_URL: `${origin + pathname}-dead` });
  return ((await import(`../../../../functions/jobs/${job}/index.ts`)) as { handler: Worker }).handler;
}

/** A receive of a message. */
function delivery(message: object, received: number, messageId: string): SQSEvent {
  const attributes = { ApproximateReceiveCount: String(received) };
  const record = { messageId, receiptHandle: 'none', body: JSON.stringify(message), attributes, messageAttributes: {} };
  return { Records: [record] } as unknown as SQSEvent;
}
const context = { getRemainingTimeInMillis: () => 65_000 } as Context;

/** Of so many writes a quick run tries one. */
const stride = 4;

interface Case {
  owner: TestOwner;
  svcUserId: string;
  message: object;
}

/**
 * Kills a worker before each of its writes (before some of them in quick runs), and after the last one, each time for a user of its own, and delivers the message again. The rest is done in the cloud.
 *
 * @param check looks at what is there afterwards.
 */
async function killAnywhere(worker: Worker, prepare: () => Promise<Case>, check: (one: Case) => Promise<void>) {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const run = async (one: Case, fault?: { at: number; happens: 'dies before' | 'dies after' }) => {
    const id = newId();
    functions.clear();
    await functions.during(() => worker(delivery(one.message, 1, id), context), fault);
    const steps = functions.steps.length;
    if (fault) await functions.during(() => worker(delivery(one.message, 2, id), context));
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

async function connected(settings: object = {}) {
  const owner = await freshOwner();
  const svcUserId = await farm.user(owner, { operationsAutoSync: false, ...settings });
  const link = await links.get(owner.owner.id, svcUserId, 'JohnDeere');
  const account = { ownerId: owner.owner.id, svcUserId, provider: 'JohnDeere' as const };
  return { owner, svcUserId, account, credentialId: link?.credentialId };
}

async function oneFile({ owner, svcUserId }: Case) {
  const found = (await filesOf(owner, svcUserId)).map(({ status, providerFileId }) => [providerFileId, status]);
  expect(found).toEqual([[fileId, 'processed']]);
  const ended = (await eventsOf(svcUserId)).filter(({ type }) => type.startsWith('providerFileProcessing'));
  expect(ended.map(({ type }) => type)).toEqual(['providerFileProcessingFinished']);
}

test('a list of files that is read by a worker that is killed brings each file once', {
  timeout: 300_000,
}, async () => {
  const prepare = async () => {
    const { account, credentialId, ...one } = await connected();
    return { ...one, message: { step: 'list', ...account, credentialId, list: { organizationId } } };
  };
  await killAnywhere(await workerOf('sync-files', 'file-syncs'), prepare, oneFile);
});

test('machines that are read by a worker that is killed come once', { timeout: 300_000 }, async () => {
  const prepare = async () => {
    const { account, credentialId: _, ...one } = await connected();
    const round = timestamp(cloudClock.now());
    return { ...one, message: { ...account, organizationId, kind: 'machine', round } };
  };
  await killAnywhere(await workerOf('sync-assets', 'asset-syncs'), prepare, async ({ owner, svcUserId }) => {
    const machines = (await owner.get<{ name: string }[]>(usersAssets(svcUserId, 'machines'))).body;
    expect(machines).toMatchObject([{ name: 'Combine', providerMachineId: organizationId }]);
    expect((await eventsOf(svcUserId)).filter(({ type }) => type === 'machineCreated').length).toBe(1);
  });
});

test('a field that is sent by a worker that is killed is created once, with one boundary', {
  timeout: 600_000,
}, async () => {
  let number = 0;
  const names = new Map<string, string>();
  const integrations = syncRequests({
    ...{ fields: table('fields'), users: table('users'), events: table('events'), clock: cloudClock, newId },
  });
  const prepare = async () => {
    const { owner, svcUserId, account } = await connected({ fieldsAutoSync: false });
    number += 1;
    const name = `Killed ${number}`;
    names.set(svcUserId, name);
    const field = { id: 'mine', name, geometry: squareAt(10 + number / 10) };
    await owner.post(`/services/fields/api/users/${svcUserId}/fields`, field);
    await idle();
    const at = timestamp(cloudClock.now());
    await integrations.integrate(account.ownerId, svcUserId, {
      ...{ id: crypto.randomUUID(), provider: 'JohnDeere', fieldId: 'mine', organizationId },
      ...{ status: 'PENDING', since: at, updatedAt: at },
    });
    return { owner, svcUserId, message: { ownerId: account.ownerId, svcUserId, organizations: true } };
  };
  const items = async (collection: string) =>
    (
      await controlSandbox<{ items: { id: string; name: string; fieldId: string }[] }>(
        'JohnDeere',
        'GET',
        `/world/${collection}`,
      )
    ).items;
  try {
    await killAnywhere(await workerOf('sync-fields', 'field-syncs'), prepare, async ({ svcUserId }) => {
      const sent = (await items('fields')).filter(({ name }) => name === names.get(svcUserId));
      expect(sent.length).toBe(1);
      expect((await items('boundaries')).filter(({ fieldId }) => fieldId === sent[0]?.id).length).toBe(1);
    });
  } finally {
    for (const { id, name } of await items('fields')) {
      if (name.startsWith('Killed')) await controlSandbox('JohnDeere', 'DELETE', `/world/fields/${id}`);
    }
  }
});

test('a token that was refreshed by a worker that is killed is lost in sight: the credential says so with the next attempt', {
  timeout: 120_000,
}, async () => {
  const { owner, svcUserId, account } = await connected();
  const worker = await workerOf('sync-assets', 'asset-syncs');
  const message = { ...account, organizationId, kind: 'machine', round: timestamp(cloudClock.now()) };
  const isKeep = (written: string[]) => written.length > 1 && written.every((one) => one.includes('redential'));
  const status = async () => (await owner.get<{ status: string }>(credentialPath(svcUserId, 'JohnDeere'))).body.status;
  await controlSandbox('JohnDeere', 'POST', '/tokens', { end: 'access' });
  functions.clear();
  await functions.during(() => worker(delivery(message, 1, newId()), context));
  const at = functions.steps.findIndex(({ written }) => isKeep(written)) + 1;
  expect(at, JSON.stringify(functions.steps)).toBeGreaterThan(0);
  expect(await status()).toBe('OK');
  await controlSandbox('JohnDeere', 'POST', '/tokens', { end: 'access' });
  const id = newId();
  await functions.during(() => worker(delivery(message, 1, id), context), { at, happens: 'dies before' });
  expect(await status()).toBe('OK');
  await advance({ minutes: 2 });
  await owner.post(`/services/fields/api/users/${svcUserId}/fields/sync`);
  await roundEnded();
  expect(await status()).toBe('UNAUTHENTICATED');
  expect((await eventsOf(svcUserId)).filter(({ type }) => type === 'credentialsUnauthenticated').length).toBe(1);
});
