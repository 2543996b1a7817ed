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
await idle();
const dates = ['2026-06-29', '2026-06-30', '2026-07-02'];
const { irrigationId } = await storedWater(owner, svcUserId, fieldId, dates);
const path = `${service}/users/${svcUserId}/irrigation`;
const season = `${path}/fields/${fieldId}/season`;
const span = 'startTime=2026-06-30&endTime=2026-07-31';

interface Season {
  startTime: string;
  endTime: string;
  arc: { value: number; unit: string };
  depth: { value: number; unit: string };
  days: { startTime: string; ids: string[]; sum: { value: number } }[];
}

test('the season of a field has the dates of the span, and depths over the whole arc', async () => {
  const { status, body, headers } = await owner.get<Season>(`${season}?${span}`);
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('application/json')]);
  expect(body).toMatchObject({ startTime: '2026-06-30T00:00:00.000Z', endTime: '2026-07-31T23:59:59.000Z' });
  expect(body.depth).toEqual({ value: expect.closeTo(16, 3), unit: 'mm' });
  expect(body.arc).toEqual({ value: expect.closeTo(Math.PI / 4, 2), unit: 'ha' });
  expect(body.days.map(({ startTime, sum }) => [startTime.slice(0, 10), Math.round(sum.value)])).toEqual([
    ['2026-06-30', 8],
    ['2026-07-02', 16],
  ]);
  const shown = `${path}/fields/${fieldId}/irrigated/${body.days[0]?.ids[0]}`;
  expect(await owner.get(shown)).toMatchObject({ status: 200 });
});

test('without a span it is the last year; longer ones are refused', async () => {
  const { body } = await owner.get<Season>(season);
  expect(Date.parse(body.endTime) - Date.parse(body.startTime)).toBe(366 * 86_400_000 - 1000);
  const long = await owner.get(`${season}?startTime=2024-01-01&endTime=2025-06-01`);
  expect(long).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/startTime' }] } });
  const backwards = await owner.get(`${season}?startTime=2026-07-01&endTime=2026-06-01`);
  expect(backwards.status).toBe(400);
});

test('pictures are SVG in the units of the owner', async () => {
  const chart = await owner.get<string>(`${season}?${span}&format=svg`);
  expect(chart.headers.get('content-type')).toContain('image/svg+xml');
  expect(chart.body).toContain('Water on 2 days, 16 mm in all');
  const map = await owner.get<string>(`${path}/applied-irrigation/${irrigationId}/map.svg`);
  expect([map.status, map.headers.get('content-type')]).toEqual([200, expect.stringContaining('image/svg+xml')]);
  expect(map.body).toContain('Irrigation by Pivot on 2026-07-02, depth in mm');
  await owner.post(`/services/config/api/configs/${svcUserId}`, { unitMeasurement: 'IMPERIAL' });
  expect((await owner.get<string>(`${path}/applied-irrigation/${irrigationId}/map.svg`)).body).toContain('depth in in');
  expect((await owner.get<Season>(`${season}?${span}`)).body.depth).toEqual({
    value: expect.closeTo(16 / 25.4, 3),
    unit: 'in',
  });
});

test('those of other owners are 404', async () => {
  const other = await freshOwner();
  expect((await other.get(season)).status).toBe(404);
  expect((await other.get(`${path}/applied-irrigation/${irrigationId}/map.svg`)).status).toBe(404);
  expect((await owner.get(`${path}/fields/nowhere/season`)).status).toBe(404);
});
