import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../adapters/system.ts';
import { timestamp } from '../../../domain/clock.ts';
import { multiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { providers } from '../../../domain/providers/providers.ts';
import { harvestCsv } from '../../adapters/machine-files/harvest-text.ts';
import { shareOf } from '../../thorough.ts';
import { register } from '../alerts/listener.ts';
import { freshMachine, pooledAsset, storedLayer, storedWork } from '../assets/asset.ts';
import { cloudClock, idle } from '../cloud.ts';
import { noteEvents } from '../credentials/credential.ts';
import { freshFarm } from '../farms/farm.ts';
import { fieldsService, freshGrower } from '../growers/grower.ts';
import { storedWater } from '../irrigation/water.ts';
import { freshApiKey } from '../keys/api-key.ts';
import { processed } from '../machine-files/batch.ts';
import { freshOrganization } from '../organizations/organization.ts';
import type { Answer } from '../owner.ts';
import { links, rowsOf } from '../pages.ts';
import { storedSending } from '../prescriptions/stored-sending.ts';
import { freshProcess } from '../satellite/process.ts';
import { freshSatelliteField } from '../satellite/satellite.ts';
import { freshSeason } from '../seasons/season.ts';
import { locatedReport, readSoil } from '../soil/soil.ts';
import { geoJson, square, zip } from '../uploads/boundary-files.ts';
import { converted } from '../uploads/upload.ts';
import { untilCounted, writeFact } from '../usage/usage.ts';
import { freshUser } from '../users/user.ts';
import { freshZone } from '../zones/zone.ts';
import { expectProblem } from './problem.ts';
import { ownedEndpoints, sortable, validRequest } from './requests.ts';
import { freshWorld, type World } from './world.ts';

type PagedRoute = (typeof ownedEndpoints)[number];

const paged = ownedEndpoints.filter(({ endpoint }) => endpoint.paged);

let world: World;
let elsewhere: World;
beforeAll(async () => {
  [world, elsewhere] = await Promise.all([fullWorld(), fullWorld()]);
});

/** Whether a list is the first of its area. Lists of one area share functions and tables, so one of each is enough. */
const isFirstOfArea = (route: PagedRoute) => paged.find(({ area }) => area === route.area) === route;

/** A world with two of everything that lists return. */
async function fullWorld(): Promise<World> {
  const made = await freshWorld(undefined, { fieldsAutoMerge: true, enableOutsideFieldGeojson: true });
  const { owner, ids } = made;
  const { svcUserId = '', fieldId = '', machineId = '' } = ids;
  const second = await freshUser(owner);
  await freshMachine(owner, svcUserId);
  await pooledAsset(owner, svcUserId, 'implement');
  await pooledAsset(owner, svcUserId, 'operator');
  for (const _ of [1, 2]) {
    await storedLayer(owner, svcUserId);
    await storedWork(owner, svcUserId, machineId);
  }
  await readSoil(owner, svcUserId, locatedReport('second.zip'));
  await freshGrower(owner, svcUserId);
  for (const { key } of providers) await noteEvents(owner, svcUserId, key, 2);
  await freshFarm(owner, svcUserId);
  await freshSeason(owner, svcUserId, fieldId);
  await freshApiKey(owner, svcUserId);
  await register(owner, { url: ids['alerts.url'] ?? '', events: ['workflowProcessingFinished'] });
  await freshOrganization(owner, svcUserId);
  await freshZone(owner, svcUserId, fieldId);
  await freshSatelliteField(owner);
  await freshProcess(owner, ids['satellite.fields.id'] ?? '', { clouds: 5, coverage: 50 });
  const { upload } = await converted(
    owner,
    svcUserId,
    'two.zip',
    zip({ 'a.json': geoJson(1), 'b.json': geoJson(1, 7) }),
  );
  const ofField = `${fieldsService}/users/${svcUserId}/fields`;
  await owner.call('PUT', `${ofField}/${fieldId}/boundary`, { json: { geometry: exampleLocation } });
  await owner.post(ofField, { geometry: exampleLocation });
  // Fields that overlap have become one before the harvest comes.
  await idle();
  const one = { passes: 1, longitude: 10.501, latitude: 50.501 };
  const harvests = { 'a.csv': harvestCsv(one), 'b.csv': harvestCsv({ ...one, days: 60 }) };
  await processed(owner, svcUserId, 'two.zip', zip(harvests));
  const day = timestamp(cloudClock.now()).slice(0, 10);
  const counted = { svcUserId: second.id, product: 'fieldBoundaries', day, sourceId: newId() } as const;
  await writeFact(owner, counted, exampleLocation);
  await untilCounted();
  // A boundary that changes has water cut again, so it is stored behind the fields.
  await idle();
  await storedWater(owner, svcUserId, fieldId, ['2026-07-01', '2026-07-02']);
  await storedWater(owner, svcUserId, newId());
  await storedSending(owner, svcUserId);
  return { owner, ids: { ...ids, uploadId: upload.id } };
}

/** The location in the contract's example of a search. */
const exampleLocation = multiPolygon([[square(10.5, 50.5)]]);

function ask({ owner, ids }: World, route: PagedRoute, parameters: string): Promise<Answer<unknown[]>> {
  const { method, path, sent } = validRequest(route, ids);
  return owner.call(method, `${path}${path.includes('?') ? '&' : '?'}${parameters}`, sent);
}

async function cursorOf(of: World, route: PagedRoute, parameters = 'size=1'): Promise<string> {
  return cursorIn(await ask(of, route, parameters));
}

function cursorIn({ headers }: Answer<unknown[]>): string {
  return new URL(links(headers).next ?? 'http://none').searchParams.get('cursor') ?? '';
}

/** The default order and all others, from an index or sorted in memory. */
const orders = (route: PagedRoute) => ['size=1', ...sortable(route).map((field) => `size=1&sort=${field},desc`)];

describe.each(paged)('a cursor of $title', (route) => {
  const position = paged.indexOf(route);

  test('leads to the next page, and reveals nothing that the caller does not know', async () => {
    for (const order of orders(route)) {
      const first = await ask(world, route, order);
      const cursor = cursorIn(first);
      expect(cursor).not.toBe('');
      const second = await ask(world, route, `${order}&cursor=${cursor}`);
      expect(second.status).toBe(200);
      expect(rowsOf(second.body)).toHaveLength(1);
      expect(second.body).not.toEqual(first.body);
      for (const readable of [cursor, cursor.slice(12)].map((text) => Buffer.from(text, 'base64url').toString())) {
        expect(readable).not.toContain(world.owner.owner.id);
        // Names in quotes, as in JSON: random bytes spell two letters now and then.
        expect(readable).not.toMatch(/"(pk|sk)"|Key"/);
      }
    }
  });

  test('of another owner is refused', async () => {
    for (const order of shareOf(orders(route), position, 3)) {
      const foreign = await cursorOf(elsewhere, route, order);
      expectProblem(await ask(world, route, `${order}&cursor=${foreign}`), 400, 'cursorInvalid');
    }
  });

  test('is refused when it has been changed', async () => {
    const cursor = await cursorOf(world, route);
    const parts = Buffer.from(cursor.slice(12), 'base64url').toString();
    const moved = parts.replaceAll(world.ids.svcUserId ?? '', elsewhere.ids.svcUserId ?? '').replace(/\w(?="\]$)/, '~');
    const forged = cursor.slice(0, 12) + Buffer.from(moved).toString('base64url');
    const others = [cursor.slice(0, -1), `${cursor}A`, cursor.slice(12), `A${cursor.slice(1)}`, '_'];
    for (const changed of [forged, ...shareOf(others, position, 2)]) {
      if (changed === cursor) continue;
      const problem = expectProblem(await ask(world, route, `cursor=${changed}`), 400, 'cursorInvalid');
      expect(problem.fieldErrors?.[0]?.field).toBe('cursor');
    }
  });

  test('is refused by every other list', async () => {
    const cursor = await cursorOf(world, route);
    const others = paged.filter((one) => one !== route && (one.area === route.area || isFirstOfArea(one)));
    for (const other of shareOf(others, position, 6)) {
      expectProblem(await ask(world, other, `cursor=${cursor}`), 400, 'cursorInvalid');
    }
  });
});
