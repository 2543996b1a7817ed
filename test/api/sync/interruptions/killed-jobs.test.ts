import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { syncRequests } from '../../../../adapters/aws/dynamodb/sync/sync-requests.ts';
import { geosOverlay } from '../../../../adapters/geos/geos-overlay.ts';
import { newId } from '../../../../adapters/system.ts';
import { timestamp } from '../../../../domain/clock.ts';
import { usersAssets } from '../../assets/asset.ts';
import { advance, cloudClock, idle, table } from '../../cloud.ts';
import { credentialPath } from '../../credentials/credential.ts';
import { eventsOf } from '../../machine-files/stored-records.ts';
import { squareAt } from '../connected-user.ts';
import { roundEnded } from '../fetched-files.ts';
import { harvestFilling, ownFarm } from '../own-farm.ts';
import { controlSandbox, useSandboxes } from '../sandboxes.ts';
import {
  connectedUser,
  context,
  delivery,
  expectFileOnce,
  killAnywhere,
  useMortalFunctions,
  workerOf,
} from './kill-anywhere.ts';

/** Function bundles have GEOS beside them; their sources do not. */
vi.mock('../../../../adapters/geos/packaged-geos.ts', () => ({
  packagedGeos: () => () => geosOverlay(() => import('geos-wasm')),
}));

const sandboxes = useSandboxes();
const functions = useMortalFunctions(sandboxes);
const [organizationId, fileId] = ['7601', '76010001'];
const farm = await ownFarm(organizationId);

beforeAll(async () => {
  await farm.file(fileId, harvestFilling());
  await controlSandbox('JohnDeere', 'PUT', `/world/equipment/${organizationId}`, {
    ...{ organizationId, archived: false, category: 'Machine', name: 'Combine', serialNumber: 'X7601' },
    ...{ make: 'JOHN DEERE', type: 'Combine', model: 'S790', principalId: 7601, isTelematicsCapable: true },
  });
});
afterAll(() => controlSandbox('JohnDeere', 'DELETE', `/world/equipment/${organizationId}`));

const connected = async (settings: object = {}) => connectedUser(farm, settings);

test('a list of files that is read by a worker that is killed brings each file once', {
  timeout: 300_000,
}, async () => {
  const prepare = async () => {
    const { account, link, ...one } = await connected();
    return {
      ...one,
      message: { step: 'list', ...account, credentialId: link?.credentialId, list: { organizationId } },
    };
  };
  await killAnywhere(functions, await workerOf('sync-files', 'file-syncs'), prepare, (one) =>
    expectFileOnce(one, fileId),
  );
});

test('machines that are read by a worker that is killed come once', { timeout: 300_000 }, async () => {
  const prepare = async () => {
    const { account, link: _, ...one } = await connected();
    const round = timestamp(cloudClock.now());
    return { ...one, message: { ...account, organizationId, kind: 'machine', round } };
  };
  await killAnywhere(functions, await workerOf('sync-assets', 'asset-syncs'), prepare, async ({ owner, svcUserId }) => {
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
    await killAnywhere(functions, await workerOf('sync-fields', 'field-syncs'), prepare, async ({ svcUserId }) => {
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
  expect(functions.steps.filter(({ written }) => isKeep(written)).length, JSON.stringify(functions.steps)).toBe(1);
  expect(await status()).toBe('OK');
  await controlSandbox('JohnDeere', 'POST', '/tokens', { end: 'access' });
  const id = newId();
  await functions.during(() => worker(delivery(message, 1, id), context), { at: isKeep, happens: 'dies before' });
  expect(await status()).toBe('OK');
  await advance({ minutes: 2 });
  await owner.post(`/services/fields/api/users/${svcUserId}/fields/sync`);
  await roundEnded();
  expect(await status()).toBe('UNAUTHENTICATED');
  expect((await eventsOf(svcUserId)).filter(({ type }) => type === 'credentialsUnauthenticated').length).toBe(1);
});
