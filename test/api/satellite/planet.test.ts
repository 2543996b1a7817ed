import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partition } from '../../../adapters/aws/dynamodb/partition.ts';
import { noUser } from '../../../domain/events/event.ts';
import type { GroundStatistics } from '../../../domain/satellite/processes/ground-statistics.ts';
import { advance, control, idle, sweep, table } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { freshSatelliteField, type ImageProcess, register, satelliteService, square } from './satellite.ts';

const access = `${satelliteService}/providers/planet`;
const fields = `${satelliteService}/fields`;

const give = (owner: TestOwner, apiKey: string) => owner.call('PUT', access, { json: { apiKey } });
const disturb = (...next: object[]) => control('POST', '/planet', { next });
const orders = async () => (await control<{ kinds: Record<string, number> }>('GET', '/planet')).kinds.order ?? 0;

const open = (isOpen: boolean) => control('POST', '/planet/open', { open: isOpen });
beforeAll(() => open(true));
afterAll(() => open(false));

/** An owner with a key of its own and a Planet field, whose scenes are searched. */
async function begun({ daysBefore = 5, west = -93.601, assetTypes = ['ortho_visual'] } = {}) {
  const owner = await freshOwner();
  expect((await give(owner, `stand-in-${owner.owner.id}`)).status).toBe(200);
  const body = {
    geometry: square(west, 42.001, 0.004),
    providers: ['planet'],
    assetTypes,
    daysBefore,
  };
  const { id, externalId } = await freshSatelliteField(owner, body);
  await idle();
  const list = async (status: string) =>
    (await owner.get<ImageProcess[]>(`${fields}/${id}/processes?status=${status}`)).body;
  const subscription = async () => {
    const { headers, body } = await owner.get<{ status: string; reason?: string }>(`${fields}/${id}/subscription`);
    expect(headers.get('x-furrow-upstream')).toBe('stand-in');
    return body;
  };
  return { owner, id, externalId, list, subscription };
}

/** Lets time pass until orders are delivered. */
async function delivered() {
  for (const seconds of [11, 21, 41]) {
    await advance({ seconds });
    await idle();
  }
}

async function eventsOf(owner: TestOwner, type: string): Promise<object[]> {
  const items = await partition(table('events'), `${owner.owner.id}#${noUser}`);
  return items.filter((item) => item.type === type).map(({ payload }) => payload as object);
}

describe('the access to Planet', () => {
  test('is a key that is checked once and never shown, and can be replaced and deleted', async () => {
    const owner = await freshOwner();
    expect((await owner.get(access)).body).toEqual({ enabled: false });
    expectProblem(await register(owner, { providers: ['planet'] }), 403, 'planetNotEnabled');
    const { status, body, headers } = await give(owner, 'stand-in-first-1234');
    expect([status, body]).toEqual([200, { enabled: true, apiKey: '****1234', checkedAt: expect.any(String) }]);
    expect(headers.get('x-furrow-upstream')).toBe('stand-in');
    expect((await give(owner, 'stand-in-second-5678')).body).toMatchObject({ apiKey: '****5678' });
    expect((await owner.get(access)).body).toMatchObject({ enabled: true, apiKey: '****5678' });
    const stored = JSON.stringify(await partition(table('satellite'), owner.owner.id));
    expect(stored).not.toContain('stand-in-second');
    expect((await owner.call('DELETE', access)).status).toBe(204);
    expectProblem(await owner.call('DELETE', access), 404, 'planetKeyNotFound');
    expect((await owner.get(access)).body).toEqual({ enabled: false });
  });

  test('refuses ground for which Planet would be paid without use', async () => {
    const owner = await freshOwner();
    await give(owner, 'stand-in-wide-1234');
    const wide = { geometry: square(10, 50, 0.2), providers: ['planet'] };
    expect(expectProblem(await register(owner, wide), 400, 'groundTooLarge').detail).toContain('22500');
  });

  test('stays as it is where Planet refuses the new key, or is down', async () => {
    const owner = await freshOwner();
    await give(owner, 'stand-in-kept-1234');
    const refused = expectProblem(await give(owner, 'PLAK0123456789'), 400, 'planetKeyRefused');
    expect(refused.fieldErrors?.[0]?.field).toBe('apiKey');
    expect(JSON.stringify(refused)).not.toContain('PLAK0123456789');
    await disturb({ status: 503, body: 'down' });
    expectProblem(await give(owner, 'stand-in-other-5678'), 503, 'planetUnavailable');
    expect((await owner.get(access)).body).toMatchObject({ apiKey: '****1234' });
  });

  test('belongs to the owner: the key of another owner is not used', async () => {
    const [owner, other] = [await freshOwner(), await freshOwner()];
    await give(other, 'stand-in-other-1234');
    expectProblem(await register(owner, { providers: ['planet'] }), 403, 'planetNotEnabled');
    expect((await owner.get(access)).body).toEqual({ enabled: false });
  });
});

test('scenes over a field are ordered once each and become images, and so do those of later days', async () => {
  const { owner, id, externalId, list, subscription } = await begun();
  const started = await list('STARTED');
  expect(started.length).toBeGreaterThan(0);
  expect(await subscription()).toMatchObject({ status: 'ACTIVE', planetAssetTypes: ['ortho_visual'] });
  await delivered();
  const made = await list('SUCCESS');
  expect(made).toHaveLength(started.length);
  for (const process of made) {
    expect(process).toMatchObject({ provider: 'planet', collection: 'PSScene', upstream: 'stand-in' });
    expect(process.images.map(({ type }) => type).sort()).toEqual(['VISUAL', 'VISUAL_PNG']);
  }
  expect(await eventsOf(owner, 'newSatelliteImage')).toHaveLength(made.length);
  const facts = await partition(table('usage'), `${owner.owner.id}#${noUser}`);
  expect(facts.map(({ fact }) => (fact as { product: string }).product)).toEqual(
    made.map(() => 'satelliteProcessPlanet'),
  );

  const before = await orders();
  const [{ id: processId = '' } = {}] = made;
  expect((await owner.post(`${fields}/${externalId}/process/${processId}/reprocess`)).status).toBe(202);
  await idle();
  expect((await owner.get(`${fields}/${id}/processes/${processId}`)).body).toMatchObject({ status: 'SUCCESS' });
  expect(await orders()).toBe(before);

  await advance({ days: 4 });
  await sweep();
  await idle();
  expect((await list('STARTED')).length).toBeGreaterThan(0);
  // Waiting orders are cancelled with the field.
  expect((await owner.call('DELETE', `${fields}/${id}`)).status).toBe(204);
  await idle();
  expect(await partition(table('satellite'), `${owner.owner.id}#${id}`)).toEqual([]);
  expect((await control<{ kinds: Record<string, number> }>('GET', '/planet')).kinds.cancel).toBeGreaterThan(0);
});

test('a scene with its mask has statistics of a part of the field, which add up to its own', async () => {
  const { owner, id, list } = await begun({ west: -93.5, assetTypes: ['ortho_analytic_8b_sr', 'ortho_udm2'] });
  await delivered();
  const [process] = await list('SUCCESS');
  const own = process?.statistics?.NDVI;
  const path = `${fields}/${id}/processes/${process?.id}/statistics`;
  const { body } = await owner.post<Record<'inside' | 'outside', GroundStatistics>>(path, {
    geometry: square(-93.4985, 42.002, 0.0012),
  });
  const [inside, outside] = [body.inside, body.outside];
  expect(inside.pixels).toBeGreaterThan(1_000);
  const clear = (inside.clearPixels ?? 0) + (outside.clearPixels ?? 0);
  expect((100 * clear) / (inside.pixels + outside.pixels)).toBeCloseTo(own?.clearPercent ?? 0, 2);
  const sums = [inside, outside].map(({ clearMean = 0, clearPixels = 0 }) => clearMean * clearPixels);
  expect(((sums[0] ?? 0) + (sums[1] ?? 0)) / clear).toBeCloseTo(own?.clearMean ?? 0, 5);
});

describe('an unavailable scene', () => {
  test.each([
    ['the key is refused', 401, '{}', /refuses the API key/],
    ['the quota is used up', 403, '{"message": "no quota left"}', /no quota left/],
  ])('ends with the reason when %s, and publishes one event', async (_, status, body, reason) => {
    const west = -93 - status / 1000;
    await disturb({ path: '/compute/ops/orders', mentions: String(west), status, body, times: 20 });
    const { owner, externalId, list, subscription } = await begun({ daysBefore: 8, west });
    const failed = await list('FAILED');
    expect(failed.length).toBeGreaterThan(1);
    const [{ reason: message = '' } = {}] = failed;
    expect(message).toMatch(reason);
    expect(await subscription()).toMatchObject({ status: 'FAILED', reason: message });
    expect(await eventsOf(owner, 'satelliteSubscriptionFailed')).toEqual([{ fieldId: externalId, message }]);
  });

  test('publishes one event for each cause until searches succeed again, whatever fails in between', async () => {
    const west = -92.7;
    const { owner, subscription } = await begun({ west });
    const searched = async (status: number) => {
      await disturb({ path: '/data/v1/quick-search', mentions: String(west), status, body: '{}', times: 1 });
      await advance({ days: 1.1 });
      await sweep();
      await idle();
    };
    for (const status of [401, 503, 401, 403, 401]) await searched(status);
    expect(await subscription()).toMatchObject({ status: 'FAILED', reason: expect.stringContaining('401') });
    expect(await eventsOf(owner, 'satelliteSubscriptionFailed')).toHaveLength(2);
    await advance({ days: 1.1 });
    await sweep();
    await idle();
    expect(await subscription()).toMatchObject({ status: 'ACTIVE' });
    await searched(401);
    expect(await eventsOf(owner, 'satelliteSubscriptionFailed')).toHaveLength(3);
  });

  test('ends with the reason when the key is deleted meanwhile', async () => {
    const { owner, list, subscription } = await begun();
    expect((await owner.call('DELETE', access)).status).toBe(204);
    expect(await subscription()).toMatchObject({ status: 'FAILED', reason: expect.stringMatching(/no API key/) });
    await delivered();
    expect((await list('FAILED'))[0]?.reason).toMatch(/no API key/);
    await advance({ days: 1 });
    await sweep();
    await idle();
    expect(await subscription()).toMatchObject({ status: 'FAILED' });
    await give(owner, `stand-in-${owner.owner.id}`);
    await idle();
    await sweep();
    await idle();
    expect(await subscription()).toMatchObject({ status: 'ACTIVE' });
  });
});

describe('a temporary fault', () => {
  test.each([
    [
      'Planet asks to wait before it accepts the order',
      { path: '/compute/ops/orders', mentions: 'clip', status: 429, headers: { 'retry-after': '20' } },
    ],
    [
      'the links of the files have expired',
      { path: '/compute/ops/download', status: 401, body: '{"message": "expired"}' },
    ],
    ['the connection ends in the middle of a file', { path: '/files/', isCut: true }],
  ])('delays the images, and costs no second order, when %s', async (_, fault) => {
    const before = await orders();
    await disturb(fault);
    const { list } = await begun();
    const scenes = (await list('STARTED')).length;
    await delivered();
    await advance({ minutes: 5 });
    await sweep();
    await idle();
    await delivered();
    expect([await list('STARTED'), await list('FAILED')]).toEqual([[], []]);
    expect(await list('SUCCESS')).toHaveLength(scenes);
    // An order that the stand-in accepted and answered with 429 is found again by its name.
    expect((await orders()) - before).toBe(scenes);
  });
});

test('a truncated file ends the process with the reason, and reprocessing reads the files of the same order', async () => {
  await disturb({ path: '/files/', endsAt: 3_000 });
  const { owner, id, list } = await begun();
  await delivered();
  const [failed] = await list('FAILED');
  expect(failed?.reason).toMatch(/cut off|cannot be read|ends/);
  const before = await orders();
  expect((await owner.post(`${fields}/${id}/process/${failed?.id}/reprocess`)).status).toBe(202);
  await idle();
  expect((await owner.get(`${fields}/${id}/processes/${failed?.id}`)).body).toMatchObject({ status: 'SUCCESS' });
  expect(await orders()).toBe(before);
});

test('a field that is deleted while Planet is down keeps its orders until they are cancelled', async () => {
  const cancelled = async () => (await control<{ kinds: Record<string, number> }>('GET', '/planet')).kinds.cancel ?? 0;
  const { owner, id } = await begun();
  await disturb({ path: '/compute/ops/orders/v2/', status: 503, body: 'down' });
  const before = await cancelled();
  expect((await owner.call('DELETE', `${fields}/${id}`)).status).toBe(204);
  await idle();
  expect(await partition(table('satellite'), `${owner.owner.id}#${id}`)).not.toEqual([]);
  await advance({ minutes: 20 });
  await sweep();
  await idle();
  // The refused attempt counts too.
  expect((await cancelled()) - before).toBeGreaterThan(1);
  expect(await partition(table('satellite'), `${owner.owner.id}#${id}`)).toEqual([]);
});
