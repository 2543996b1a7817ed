import { expect, test } from 'vitest';
import { idle } from '../cloud.ts';
import { freshField } from '../fields/field.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { service } from './connected-pivot.ts';
import { storedWater } from './water.ts';

const owner = await freshOwner();
const { id: svcUserId } = await freshUser(owner);
const { id: fieldId } = await freshField(owner, svcUserId);
// Afterwards a new boundary would have the stored water cut again.
await idle();
const dates = ['2026-06-29', '2026-06-30', '2026-07-02'];
const { equipmentId, irrigationId, fieldIrrigationId } = await storedWater(owner, svcUserId, fieldId, dates);
const path = `${service}/users/${svcUserId}`;
const rows = async (rest: string) => {
  const { status, body } = await owner.get<{ startTime: string }[]>(`${path}${rest}`);
  expect(status).toBe(200);
  return body.map(({ startTime }) => startTime.slice(0, 10));
};

test('applied irrigation is listed by date, within spans and by provider', async () => {
  const list = '/irrigation/applied-irrigation';
  expect(await rows(list)).toEqual(dates);
  expect(await rows(`${list}?sort=startTime,desc`)).toEqual(dates.toReversed());
  expect(await rows(`${list}?startTime=2026-06-30T00:00:00Z&endTime=2026-07-01T23:59:59Z`)).toEqual(['2026-06-30']);
  expect(await rows(`${list}?startTime=2026-06-29T00:00:01Z&endTime=2026-07-02`)).toEqual(dates.slice(1));
  expect(await rows(`${list}?provider=Valley`)).toEqual([]);
  expect(await rows(`${list}?page=1&size=2`)).toEqual(['2026-07-02']);
});

test('that of a field has the same filters, and that of one machine', async () => {
  const list = `/irrigation/fields/${fieldId}`;
  expect(await rows(list)).toEqual(dates);
  expect(await rows(`${list}?irrigationId=${irrigationId}`)).toEqual(['2026-07-02']);
  expect(await rows(`${list}?provider=Lindsay&endTime=2026-06-29`)).toEqual(['2026-06-29']);
});

test('fields that got water have the last time within the span', async () => {
  const fields = async (query: string) => (await owner.get(`${path}/irrigation/fields${query}`)).body;
  expect(await fields('')).toEqual([{ fieldId, lastIrrigationTime: '2026-07-02T20:00:00.000Z' }]);
  expect(await fields('?endTime=2026-07-01')).toEqual([{ fieldId, lastIrrigationTime: '2026-06-30T20:00:00.000Z' }]);
  expect(await fields(`?equipmentId=${equipmentId}&startTime=2026-07-03`)).toEqual([]);
  expect(await fields(`?equipmentId=${fieldIrrigationId}`)).toEqual([]);
});

test('values follow the setting of units, and units say which', async () => {
  const record = `/irrigation/fields/${fieldId}/irrigated/${fieldIrrigationId}`;
  const get = async <T>(rest: string) => (await owner.get<T>(`${path}${rest}`)).body;
  type Shown = { summary: { properties: Record<string, { avg: number; value: number }> } };
  const metric = await get<Shown>(record);
  expect(await get(`${record}/units`)).toEqual({
    ...{ depth: 'mm', totalArea: 'ha', totalVolume: 'L', totalPowerOn: 'hr', coverage: 'percentage' },
  });
  await owner.post(`/services/config/api/configs/${svcUserId}`, { unitMeasurement: 'IMPERIAL' });
  expect(await get(`/irrigation/applied-irrigation/${irrigationId}/units`)).toEqual({
    ...{ depth: 'in', totalArea: 'ac', totalVolume: 'gal', totalPowerOn: 'hr' },
  });
  const imperial = await get<Shown>(record);
  const of = ({ summary: { properties } }: Shown, name: string) =>
    properties[name]?.avg ?? properties[name]?.value ?? 0;
  expect(of(metric, 'depth') / of(imperial, 'depth')).toBeCloseTo(25.4, 1);
  expect(of(metric, 'totalVolume') / of(imperial, 'totalVolume')).toBeCloseTo(3.785, 2);
  const { features } = await get<{ features: { properties: { depth: number } }[] }>(`${record}/standardGeojson`);
  expect(features).toEqual([expect.objectContaining({ type: 'Feature', properties: { depth: 0.315 } })]);
});

test('unknown ids, and those of others, are 404; a span that ends before it begins is 400', async () => {
  const other = await freshOwner();
  for (const rest of [
    `/irrigation-equipment/${equipmentId}`,
    `/irrigation/applied-irrigation/${irrigationId}`,
    `/irrigation/fields/${fieldId}/irrigated/${fieldIrrigationId}/standardGeojson`,
  ]) {
    expect(await owner.get(`${path}${rest}`), rest).toMatchObject({ status: 200 });
    expect((await other.get(`${path}${rest}`)).status).toBe(404);
  }
  expect((await owner.get(`${path}/irrigation-equipment/${irrigationId}`)).status).toBe(404);
  expect((await owner.get(`${path}/irrigation/applied-irrigation/${fieldIrrigationId}`)).status).toBe(404);
  expect((await owner.get(`${path}/irrigation/fields/nowhere`)).status).toBe(404);
  const backwards = '?startTime=2026-07-01&endTime=2026-06-01';
  expect((await owner.get(`${path}/irrigation/applied-irrigation${backwards}`)).status).toBe(400);
});
