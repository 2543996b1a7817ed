import { beforeAll, describe, expect, test } from 'vitest';
import { type ProviderKey, providers } from '../../../domain/providers/providers.ts';
import { consentProviders } from '../../../functions/areas/connecting/one-click/api.ts';
import { appProviders } from '../../../functions/areas/keys/app-key-endpoints.ts';
import type { Route } from '../../../functions/http/routes.ts';
import { freshFailedCall } from '../alerts/failed-call.ts';
import { freeTypes, register } from '../alerts/listener.ts';
import { freshMachine, pooledAsset } from '../assets/asset.ts';
import { idle } from '../cloud.ts';
import { freshCredential } from '../credentials/credential.ts';
import { freshAppKey } from '../keys/app-key.ts';
import { freshLink } from '../links/link.ts';
import { failedBatch } from '../machine-files/batch.ts';
import { asOwner, request } from '../owner.ts';
import { endedQuery } from '../query/query.ts';
import { freshSeason } from '../seasons/season.ts';
import { locatedReport, readSoil } from '../soil/soil.ts';
import { heldUser } from '../sync/status.ts';
import { finishedSession } from '../uploads/finished-session.ts';
import { freshUser } from '../users/user.ts';
import { freshField } from '../zones/field.ts';
import { freshZone } from '../zones/zone.ts';
import { violations } from './openapi.ts';
import { expectProblem } from './problem.ts';
import { asksProvider, endpoints, makesByName, ownedEndpoints, sampleRates, validRequest } from './requests.ts';
import {
  configure,
  freshWorld,
  openSession,
  operationOf,
  satelliteOf,
  sendOnlyPart,
  unknownIds,
  type World,
} from './world.ts';

let world: World;
beforeAll(async () => {
  world = await freshWorld();
});

/** Resources that an endpoint uses up, so that it needs its own. */
const usesUp: Record<string, (ids: Record<string, string>) => Promise<Record<string, string>>> = {
  deleteUser: async () => ({ 'users.id': (await freshUser(world.owner)).id }),
  abortSession: async ({ svcUserId = '' }) => ({ sessionId: await openSession(world.owner, svcUserId) }),
  ...Object.fromEntries(
    providers.flatMap(({ key }) => [
      [`create${key}Credentials`, async () => ({ svcUserId: (await freshUser(world.owner)).id })],
      [`delete${key}Credentials`, () => userWithCredential(key)],
    ]),
  ),
  ...Object.fromEntries(
    consentProviders.map(({ key }) => [
      `start${key}OneClick`,
      async () => ({ svcUserId: (await freshUser(world.owner)).id }),
    ]),
  ),
  connectAccount: async () => ({ svcUserId: (await freshUser(world.owner)).id }),
  disconnectAccount: () => userWithCredential('AgLeader'),
  ...Object.fromEntries(
    appProviders.flatMap((row) => [
      [`create${row.key}AppKey`, async () => ({ appName: crypto.randomUUID() })],
      [`delete${row.key}AppKey`, async () => ({ appName: await freshAppKey(world.owner, row) })],
    ]),
  ),
  deleteProviderLink: async ({ svcUserId = '' }) => ({
    'provider.magicLinkId': (await freshLink(world.owner, svcUserId, 'provider')).id,
  }),
  deleteAuthenticationLink: async ({ svcUserId = '' }) => ({
    'authentication.magicLinkId': (await freshLink(world.owner, svcUserId, 'authentication')).id,
  }),
  deleteFileUploadLink: async ({ svcUserId = '' }) => ({
    'file-upload.magicLinkId': (await freshLink(world.owner, svcUserId)).id,
  }),
  // It removes the credentials that it leaves out.
  async replaceUser() {
    const { id } = await freshUser(world.owner);
    return { id, svcUserId: id, 'users.id': id };
  },
  confirmRemovals: async () => ({ svcUserId: await heldUser(world.owner) }),
  pauseSync: async () => ({ svcUserId: await heldUser(world.owner) }),
  resumeSync: async () => ({ svcUserId: await heldUser(world.owner) }),
  createUserConfiguration: async () => ({ svcUserId: (await freshUser(world.owner)).id }),
  async deleteUserConfiguration() {
    const { id: svcUserId } = await freshUser(world.owner);
    await configure(world.owner, svcUserId);
    return { svcUserId };
  },
  // The world's own field stays where it is, with the machine files on it.
  replaceBoundary: async ({ svcUserId = '' }) => ({ fieldId: (await freshField(world.owner, svcUserId)).id }),
  changeField: async ({ svcUserId = '' }) => ({ 'fields.id': (await freshField(world.owner, svcUserId)).id }),
  deleteField: async ({ svcUserId = '' }) => ({ 'fields.id': (await freshField(world.owner, svcUserId)).id }),
  deleteMachine: async ({ svcUserId = '' }) => ({ machineId: (await freshMachine(world.owner, svcUserId)).id }),
  separateMachine: async ({ svcUserId = '' }) => ({ machineId: await matched(svcUserId, 'machine') }),
  separateImplement: async ({ svcUserId = '' }) => ({ implementId: await matched(svcUserId, 'implement') }),
  async deleteSeason({ svcUserId = '', fieldId = '' }) {
    return { seasonId: (await freshSeason(world.owner, svcUserId, fieldId)).id };
  },
  async deleteZone({ svcUserId = '', fieldId = '' }) {
    return { zoneId: (await freshZone(world.owner, svcUserId, fieldId)).id };
  },
  async deleteSoilBatch({ svcUserId = '' }) {
    return { 'soil.batch.id': (await readSoil(world.owner, svcUserId, locatedReport('spare.zip'))).id };
  },
  // The world's own files stay as they are for later tests.
  reprocessFiles: async () => ({ svcUserId: (await freshUser(world.owner)).id }),
  reprocessOperations: async () => ({ svcUserId: (await freshUser(world.owner)).id }),
  async retryBatch({ svcUserId = '' }) {
    return { batchId: (await failedBatch(world.owner, svcUserId)).id };
  },
  deleteSatelliteField: () => satelliteOf(world.owner),
  reprocessSatelliteImage: () => satelliteOf(world.owner),
  reprocessSatelliteImages: () => satelliteOf(world.owner),
  // Erasing a user deletes the results of queries.
  listQueryRows: async () => ({ queryId: (await endedQuery(world.owner, 'SELECT 1 AS x')).id }),
  downloadQueryResult: async () => ({ queryId: (await endedQuery(world.owner, 'SELECT 1 AS x')).id }),
  // A type has only one webhook.
  async createWebhook() {
    await freeTypes(world.owner, world.ids.webhookId);
    return {};
  },
  deleteWebhook: async ({ 'alerts.url': url = '' }) => ({
    webhookId: (await register(world.owner, { url, events: ['machineDeleted'] })).id,
  }),
  replayFailedCall: async ({ svcUserId = '', webhookId = '' }) => ({
    failedCallId: (await freshFailedCall(world.owner, svcUserId, webhookId)).failedCallId,
  }),
  inspectUploadedPrescription: ({ svcUserId = '' }) => uploaded(svcUserId, 'inspections'),
  sendUploadedLayerToClimateFieldView: ({ svcUserId = '' }) => uploaded(svcUserId, 'layers'),
  async completeSession({ svcUserId = '' }) {
    const sessionId = await openSession(world.owner, svcUserId);
    await sendOnlyPart(world.owner, sessionId);
    return { sessionId };
  },
};

async function uploaded(svcUserId: string, target: string): Promise<Record<string, string>> {
  const wanted = { svcUserId, target, fileName: 'rates.geojson' };
  return { sessionId: await finishedSession(world.owner, wanted, Buffer.from(sampleRates)) };
}

async function userWithCredential(key: ProviderKey): Promise<Record<string, string>> {
  const { id: svcUserId } = await freshUser(world.owner);
  await freshCredential(world.owner, svcUserId, key);
  return { svcUserId };
}

/** A provider's machine or implement that files name as well. */
async function matched(svcUserId: string, kind: 'machine' | 'implement'): Promise<string> {
  const ofProvider = { originType: 'PROVIDER_POOLED', provider: 'JohnDeere', providerId: crypto.randomUUID() } as const;
  return (await pooledAsset(world.owner, svcUserId, kind, { ...ofProvider, inFiles: { name: 'Sower' } })).id;
}

/** Current ids of resources that other endpoints of the test may have moved. */
async function found(path: string): Promise<Record<string, string>> {
  if (!/\/operations\/(\{operationId\}|crop)/.test(path)) return {};
  const operationId = await operationOf(world.owner, world.ids.svcUserId ?? '');
  return { operationId, 'operations.id': operationId };
}

describe.each(endpoints)('$title', (route) => {
  test('answers as the OpenAPI document says', async () => {
    const ids = { ...world.ids, ...(await usesUp[route.operationId]?.(world.ids)), ...(await found(route.path)) };
    const { method, path, sent } = validRequest(route, ids);
    const call = route.endpoint.access === 'public' ? request : world.owner.call;
    const first = await call(method, path, sent);
    expect(violations(route, first)).toEqual([]);
    const errorKeyOf = ({ body }: typeof first) => ((body ?? {}) as { errorKey?: string }).errorKey ?? '';
    // Files are set to work by requests before this one: by their settings, and by outputs on demand.
    const isWorking = ['outputBeingMade', 'fileNotEnded', 'filesUnlike'].includes(errorKeyOf(first));
    if (isWorking) await idle();
    const answer = isWorking ? await call(method, path, sent) : first;
    // The played provider refuses a code that it did not issue, and nobody has connected one that takes images.
    const isProviders = ['grantRefused', 'providerNotConnected'].includes(errorKeyOf(answer));
    if (route.endpoint.access !== 'public' && !isProviders && !asksProvider(route))
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(400);
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w+/=-]{8,}$/);
    if (answer.status === 201) expect(answer.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
  });
});

/** An id at a provider is looked up there. */
const isProviderSide = (route: Route) => route.operationId === 'downloadJohnDeerePrescription';
const named = ownedEndpoints.filter((route) => route.endpoint.params && !isProviderSide(route));

describe.each(named)('$title', (route) => {
  test.skipIf(makesByName(route))('answers 404 for an unknown id, as documented', async () => {
    const below = Object.keys(route.endpoint.params?.shape ?? {}).filter((name) => /id$/i.test(name)).length > 1;
    const ids = { ...unknownIds(world), ...(below && { svcUserId: world.ids.svcUserId ?? '' }) };
    const { method, path, sent } = validRequest(route, ids);
    const answer = await world.owner.call(method, path, sent);
    expectProblem(answer, 404);
    expect(violations(route, answer)).toEqual([]);
  });
});

test('a token of an owner who has been removed is refused', async () => {
  const gone = asOwner({ ...world.owner.owner, id: crypto.randomUUID() });
  expectProblem(await gone.get('/services/usermanagement/api/users'), 401);
});
