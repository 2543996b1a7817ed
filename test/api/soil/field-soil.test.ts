import { expect, test } from 'vitest';
import type { FieldSoil } from '../../../domain/soil/field-soil/field-soil-schema.ts';
import { expectProblem } from '../contract/problem.ts';
import { fieldsService } from '../growers/grower.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { locatedReport, readSoil } from './soil.ts';

const owner = await freshOwner();

function box(west: number, east: number): object {
  const ring = [
    [west, 44.19],
    [east, 44.19],
    [east, 44.21],
    [west, 44.21],
    [west, 44.19],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

test('a field has the latest values on its ground, their history, and means of its zones', {
  timeout: 240_000,
}, async () => {
  const { id: svcUserId } = await freshUser(owner);
  await readSoil(owner, svcUserId, locatedReport('a.zip'));
  await readSoil(owner, svcUserId, locatedReport('b.zip'));
  const users = `${fieldsService}/users/${svcUserId}/fields`;
  const { body: field } = await owner.post<{ id: string }>(users, { name: 'North', geometry: box(-88.045, -88.025) });
  await owner.post(`${users}/${field.id}/zones`, { name: 'West', geometry: box(-88.045, -88.035) });
  const soil = (query = '') => owner.get<FieldSoil>(`${users}/${field.id}/soil?${query}`);

  const { status, body } = await soil('analyte=P');
  expect(status).toBe(200);
  const first = body.points[0]?.values.map(({ method }) => method);
  expect(first).toEqual(['bray1', 'bray2', 'olsen']);
  // Two of the three places of the report are in the field; the report was sent twice, and counts once.
  expect(new Set(body.points.map(({ location }) => JSON.stringify(location))).size).toBe(2);
  const ofBray = body.points.flatMap(({ values }) => values.filter(({ method }) => method === 'bray1'));
  const history = body.history.filter(({ method }) => method === 'bray1');
  expect(history.reduce((sum, { count }) => sum + count, 0)).toBe(ofBray.length);
  expect(body.zones).toMatchObject([{ name: 'West' }]);
  const inZone = body.zones[0]?.values.filter(({ method }) => method === 'bray1') ?? [];
  expect(inZone.map(({ mean }) => mean)).toEqual(ofBray.slice(0, inZone.length).map(({ value }) => value));

  expect((await soil()).body.history.map(({ analyte }) => analyte)).toContain('pH');
  expect((await soil('analyte=Gold')).body).toMatchObject({ points: [], history: [], zones: [] });
  expect((await soil('to=1999-12-31')).body.points).toEqual([]);
  expectProblem(await soil('from=2026-02-30'), 400, 'invalid');
  expectProblem(await soil('from=2026-02-02&to=2026-02-01'), 400, 'invalid');
  expectProblem(await owner.get(`${users}/nowhere/soil`), 404, 'fieldNotFound');
  expectProblem(await (await freshOwner()).get(`${users}/${field.id}/soil`), 404, 'userNotFound');
});
