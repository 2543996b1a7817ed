import { expect, test } from 'vitest';
import { providerFileStore } from '../../../../adapters/aws/dynamodb/sync/provider-file-store.ts';
import type { ProvidedFile } from '../../../../domain/sync/file-provider.ts';
import { consentOf, providerFileKey, timeOfFile } from '../../../../domain/sync/provider-file.ts';
import type { LambdaHandler } from '../../../../functions/http/serve.ts';
import { httpEvent, newRequestId } from '../../../../local/gateway/http-event.ts';
import type { RoutePlan } from '../../../../local/template/plan-apis.ts';
import { advance, cloudClock, table } from '../../cloud.ts';
import type { TestOwner } from '../../owner.ts';
import { filesOf, roundEnded } from '../fetched-files.ts';
import { harvestFilling, ownFarm } from '../own-farm.ts';
import { controlSandbox } from '../sandboxes.ts';
import {
  connectedUser,
  dieAnywhere,
  expectFileOnce,
  killAnywhere,
  useMortalFunctions,
  workerOf,
} from './kill-anywhere.ts';
import { useTroubledSandboxes } from './three-days/troubles.ts';

const functions = useMortalFunctions(useTroubledSandboxes());
const [organizationId, fileId] = ['7602', '76020001'];
const farm = await ownFarm(organizationId);
await farm.file(fileId, harvestFilling());
const files = providerFileStore(table('fields'), table('users'));

test('a file that is fetched by a worker that is killed comes once', { timeout: 300_000 }, async () => {
  const prepare = async () => {
    const { account, link, ...one } = await connectedUser(farm, { operationsAutoSync: false });
    const modifiedTime = new Date(cloudClock.now()).toISOString();
    const file: ProvidedFile = {
      ...{ id: fileId, kind: 'logged', type: 'DOC', name: `${fileId}.zip`, modifiedTime, organizationId, fieldIds: [] },
    };
    await files.note(account, account.provider, file, consentOf(link ?? {}));
    const [fileKey, time, credentialId] = [providerFileKey(file), timeOfFile(file), link?.credentialId];
    return { ...one, message: { step: 'fetch', ...account, credentialId, fileKey, time } };
  };
  await killAnywhere(functions, await workerOf('sync-files', 'file-syncs'), prepare, (one) =>
    expectFileOnce(one, fileId),
  );
});

interface Subscription {
  token: string;
  status: string;
  targetEndpoint: { uri: string };
}

/** A user of whom John Deere notifies, and a batch that names a piece of work that is new. */
async function notifiedUser() {
  const operation = crypto.randomUUID();
  await controlSandbox('JohnDeere', 'DELETE', '/subscriptions');
  const { owner, svcUserId } = await connectedUser(farm, { operationsAutoSync: true });
  const { items } = await controlSandbox<{ items: Subscription[] }>('JohnDeere', 'GET', '/subscriptions');
  const [subscription] = items.filter(({ status }) => status === 'Active');
  if (!subscription) throw new Error('the user has no subscription');
  const delivery = await controlSandbox<{ authorizationHeaderValue: string }>('JohnDeere', 'GET', '/delivery');
  await farm.operation(operation, { sample: 'harvest-of-jen-3' });
  return { owner, svcUserId, operation, subscription, authorization: delivery.authorizationHeaderValue };
}

/** Calls the function of notifications as the provider does. */
function notifier(
  handler: LambdaHandler,
  { operation, subscription, authorization }: Awaited<ReturnType<typeof notifiedUser>>,
) {
  const { token, targetEndpoint } = subscription;
  const event = {
    eventTypeId: 'fieldOperation',
    token,
    targetResource: `https://x.example/fieldOperations/${operation}`,
  };
  const rawPath = new URL(targetEndpoint.uri).pathname;
  const request = {
    ...{ method: 'POST', path: rawPath, query: '', cookies: [], protocol: 'HTTP/1.1', sourceIp: '127.0.0.1' },
    address: { scheme: 'http', host: '127.0.0.1' } as const,
    headers: { host: '127.0.0.1', 'content-type': 'application/json', authorization },
    body: Buffer.from(JSON.stringify([event, { ...event, eventTypeId: 'heartbeat' }])),
  };
  const [, path = '', secret = ''] = /^(.*\/)(.+)$/.exec(rawPath) ?? [];
  const route = { routeKey: `POST ${path}{token}` } as RoutePlan;
  const match = { route, pathParameters: { token: secret } };
  return async () => {
    const now = cloudClock.now();
    const context = { apiId: 'api', stage: '$default', rawPath, match, requestId: newRequestId(), now };
    const answer = await handler(httpEvent(request, context), {} as never);
    expect(answer.statusCode, answer.body).toBe(202);
  };
}

/** Checks that the work of a notification has come once. */
async function expectWorkOnce({
  owner,
  svcUserId,
  operation,
}: {
  owner: TestOwner;
  svcUserId: string;
  operation: string;
}) {
  await advance({ seconds: 6 });
  await roundEnded();
  const found = await filesOf(owner, svcUserId, `&providerFileId=${operation}`);
  expect(found).toMatchObject([{ status: 'processed', operationType: 'harvested' }]);
}

test('a batch of notifications whose receiver is killed is taken when it comes again, and its work comes once', {
  timeout: 300_000,
}, async () => {
  const { handler } = (await import('../../../../functions/areas/pushes/index.ts')) as { handler: LambdaHandler };
  await dieAnywhere(functions, notifiedUser, (one) => notifier(handler, one), expectWorkOnce);
});

test('the lists that a notification names are read once by a worker that is killed', { timeout: 300_000 }, async () => {
  const prepare = async () => {
    const { account, link, ...one } = await connectedUser(farm, { operationsAutoSync: true });
    const operation = crypto.randomUUID();
    await farm.operation(operation, { sample: 'harvest-of-jen-3' });
    const message = { step: 'start', ...account, credentialId: link?.credentialId, operations: [operation] };
    return { ...one, operation, message };
  };
  await killAnywhere(functions, await workerOf('sync-files', 'file-syncs'), prepare, expectWorkOnce);
});
