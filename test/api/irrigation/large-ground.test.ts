import { expect, onTestFinished, test } from 'vitest';
import { multiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { overlayHectares } from '../../../domain/geometry/overlay-area.ts';
import { limits } from '../../../domain/limits.ts';
import { cloudClock, files, idle } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { useSandboxes } from '../sync/sandboxes.ts';
import { freshUser } from '../users/user.ts';
import { connectedUser, dry, fieldNet, pivot, service, wet } from './connected-pivot.ts';
import { storedWater } from './water.ts';

const owner = await freshOwner();
useSandboxes();

/** A pivot in Bohemia that waters for twelve hours of one day. */
async function largePivot(members: object = {}): Promise<void> {
  onTestFinished(() => fieldNet('DELETE', '/world/systems/large'));
  await fieldNet('PUT', '/history/large', { rows: [wet(at(-12), 0, { rate: 1 }), dry(at(0), 360)] });
  await fieldNet('PUT', '/world/systems/large', { ...pivot, longitude: 14.5, latitude: 50.1, ...members });
}

const hour = 3_600_000;
const noon = Math.floor(cloudClock.now() / (24 * hour)) * 24 * hour - 5 * 24 * hour + 18 * hour;
const at = (hours: number) => new Date(noon + hours * hour).toISOString();

/** A ring of so many vertices around a place, between 50 and 90 m from it, no two alike. */
function ragged(longitude: number, latitude: number, vertices: number): [number, number][] {
  const ring = Array.from({ length: vertices }, (_, index): [number, number] => {
    const angle = (index / vertices) * 2 * Math.PI;
    const metres = 70 + 10 * Math.sin(angle * 7) + 1e-3 * Math.sin(index * 12.9898);
    const [east, north] = [metres * Math.sin(angle), metres * Math.cos(angle)];
    return [longitude + east / 83_000, latitude + north / 111_000];
  });
  return [...ring, ring[0] ?? [0, 0]];
}

const large = async (svcUserId: string) => {
  const keys: string[] = [];
  for await (const key of files.list(`artefacts/${owner.owner.id}/${svcUserId}/irrigation/`)) keys.push(key);
  return keys;
};

interface Part {
  id: string;
  equipment: { providerEquipmentId: string }[];
  summary: { geometry: { coordinates: number[][][][] }; properties: Record<string, { value: number }> };
}

test('a field with the most vertices has its irrigation, exact in the bucket, and its summary simplified', {
  timeout: 120_000,
}, async () => {
  await largePivot();
  const user = await connectedUser(owner);
  const fields = `/services/fields/api/users/${user.svcUserId}/fields`;
  const geometry = { type: 'Polygon', coordinates: [ragged(14.5, 50.1, 90_000)] };
  const { body: field } = await owner.post<{ id: string }>(fields, { geometry });
  await idle();
  const path = `/irrigation/fields/${field.id}`;
  const parts = await user.get<Part[]>(path);
  expect(parts.length).toBe(1);
  const [part] = parts;
  expect(part?.summary.properties.coverage?.value).toBeCloseTo(100, 1);
  expect(part?.summary.geometry.coordinates.flat(2).length).toBeLessThanOrEqual(1_200);
  expect(await large(user.svcUserId)).toHaveLength(1);
  const ground = JSON.stringify(await user.get(`${path}/irrigated/${part?.id}/standardGeojson`));
  expect(ground.length).toBeGreaterThan(1_000_000);
  expect(ground.length).toBeLessThanOrEqual(limits.responseBytes);
  await owner.call('DELETE', `${fields}/${field.id}`);
  await idle();
  expect(await large(user.svcUserId)).toEqual([]);
});

test('a wedge of very many vertices is a record with exact sums, whose parts are cut', {
  timeout: 120_000,
}, async () => {
  const ring = ragged(14.5, 50.1, 90_000);
  const geometry = { type: 'Polygon', coordinates: [ring] };
  await largePivot({ wedges: [{ depth: 9, geometry }] });
  const user = await connectedUser(owner);
  const all = await user.get<Part[]>('/irrigation/applied-irrigation?size=100');
  const records = all.filter(({ equipment }) => equipment[0]?.providerEquipmentId === 'large');
  expect(records.length).toBe(1);
  const { summary } = records[0] as Part;
  const hectares = overlayHectares(multiPolygon([[ring]]));
  expect((summary.properties.totalVolume?.value ?? 0) / (hectares * 90_000)).toBeCloseTo(1, 6);
  expect(summary.geometry.coordinates.flat(2).length).toBeLessThanOrEqual(1_200);
  // A boundary whose outline crosses that of the water very often.
  const fields = `/services/fields/api/users/${user.svcUserId}/fields`;
  const boundary = { type: 'Polygon', coordinates: [ragged(14.500_000_01, 50.1, 90_000)] };
  const { body: field } = await owner.post<{ id: string }>(fields, { geometry: boundary });
  await idle();
  const [part] = await user.get<Part[]>(`/irrigation/fields/${field.id}`);
  expect(part?.summary.properties.coverage?.value).toBeCloseTo(100, 1);
});

test('ground that would pass an answer is simplified in it, and goes with its user', async () => {
  const { id: svcUserId } = await freshUser(owner);
  const geometry = { type: 'MultiPolygon' as const, coordinates: [[ragged(14.5, 50.1, 250_000)]] };
  const pieces = [{ depthMillimetres: 8, geometry }];
  const { irrigationId } = await storedWater(owner, svcUserId, 'none', ['2026-06-30'], pieces);
  expect(JSON.stringify(pieces).length).toBeGreaterThan(limits.responseBytes);
  const record = `${service}/users/${svcUserId}/irrigation/applied-irrigation/${irrigationId}`;
  const { status, body } = await owner.get<{ features: Part['summary'][] }>(`${record}/standardGeojson`);
  expect(status).toBe(200);
  expect(JSON.stringify(body).length).toBeLessThanOrEqual(limits.responseBytes);
  expect(body.features).toHaveLength(1);
  expect((await owner.get(`${record}/map.svg`)).status).toBe(200);
  expect(await large(svcUserId)).toHaveLength(2);
  await owner.call('DELETE', `/services/usermanagement/api/users/${svcUserId}`);
  await idle();
  expect(await large(svcUserId)).toEqual([]);
});
