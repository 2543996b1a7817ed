import { describe, expect, test } from 'vitest';
import { limits } from '../../../domain/limits.ts';
import type { Zone } from '../../../domain/zones/zone.ts';
import { idle, table } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { fieldsService } from '../growers/grower.ts';
import { freshOwner } from '../owner.ts';
import { followNext } from '../pages.ts';
import { itemsNaming } from '../stored.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { freshField } from './field.ts';
import { freshZone, triangle } from './zone.ts';

const owner = await freshOwner();
const { id: svcUserId } = await freshUser(owner);
const { id: fieldId } = await freshField(owner, svcUserId, { id: 'north' });
const fields = `${fieldsService}/users/${svcUserId}/fields`;
const zones = `${fields}/${fieldId}/zones`;
const remove = (id: string) => owner.call('DELETE', `${fieldsService}/zones/${id}`);

describe('drawing a zone', () => {
  test('stores what clients send', async () => {
    const sent = { fieldId, name: 'Wet', note: 'Drain', geometry: triangle, status: 'ACTIVE', timespan: 'PERMANENT' };
    const { status, body } = await owner.post<Zone>(zones, sent);
    expect(status).toBe(201);
    expect(body).toEqual({ ...sent, id: body.id, svcUserId, createdTime: body.createdTime });
    expect((await owner.get<Zone[]>(zones)).body).toContainEqual(body);
  });

  test('needs no more than name and geometry, and widens a polygon', async () => {
    const geometry = { type: 'Polygon', coordinates: triangle.coordinates[0] };
    const { body } = await owner.post<Zone>(zones, { name: 'Bare', geometry, note: null });
    expect(body).toMatchObject({ geometry: triangle, status: 'ACTIVE', timespan: 'PERMANENT' });
    expect(body).not.toHaveProperty('note');
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ note: 7 }, 'note'],
    [{ status: 'INACTIVE' }, 'status'],
    [{ timespan: 'SEASON' }, 'timespan'],
    [{ fieldId: 'south' }, 'fieldId'],
    [{ color: 'red' }, 'color'],
    [{ geometry: 'POLYGON((0 0,1 0,1 1,0 0))' }, 'geometry'],
    [{ geometry: undefined }, 'geometry'],
  ])('refuses %j', async (wrong, field) => {
    const answer = await owner.post(zones, { name: 'Wet', geometry: triangle, ...wrong });
    expect(expectProblem(answer, 400).fieldErrors?.[0]?.field).toBe(field);
  });

  test('refuses a geometry that crosses itself, with the position', async () => {
    const bow = [[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]]; // biome-ignore format: a ring
    const geometry = { type: 'Polygon', coordinates: [bow] };
    const problem = expectProblem(await owner.post(zones, { name: 'Bow', geometry }), 400, 'invalidGeometry');
    expect(problem.detail).toMatch(/SELF_INTERSECTION.* 0\.5/);
  });

  test('refuses more vertices than a hand-drawn zone has', async () => {
    const ring = Array.from({ length: limits.zoneVertices }, (_, index) => {
      const angle = (2 * Math.PI * index) / limits.zoneVertices;
      return [Math.cos(angle), Math.sin(angle)];
    });
    const geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
    expectProblem(await owner.post(zones, { name: 'Round', geometry }), 400, 'tooManyVertices');
  });

  test('is 404 without the user or the field', async () => {
    const json = { name: 'Wet', geometry: triangle };
    const stranger = '01890a5d-ac96-774b-bcce-b302099a8057';
    expectProblem(await owner.post(`${fields}/elsewhere/zones`, json), 404, 'fieldNotFound');
    expectProblem(await owner.get(`${fields}/elsewhere/zones`), 404, 'fieldNotFound');
    expectProblem(await owner.post(`${fieldsService}/users/${stranger}/fields/north/zones`, json), 404, 'userNotFound');
  });
});

test('zones are listed page by page, the oldest first', async () => {
  const field = await freshField(owner, svcUserId, { id: 'paged' });
  for (const name of ['one', 'two', 'three']) await freshZone(owner, svcUserId, field.id, name);
  const path = `${fields}/${field.id}/zones`;
  const names = (listed: Zone[]) => listed.map(({ name }) => name);
  expect(names(await followNext<Zone>(owner, `${path}?size=1`))).toEqual(['one', 'two', 'three']);
  expect(names((await owner.get<Zone[]>(`${path}?sort=id,desc`)).body)).toEqual(['three', 'two', 'one']);
});

test('a zone is deleted by its id alone, once, and by its owner only', async () => {
  const zone = await freshZone(owner, svcUserId, fieldId);
  const other = await freshOwner();
  expectProblem(await other.call('DELETE', `${fieldsService}/zones/${zone.id}`), 404, 'zoneNotFound');
  expect((await remove(zone.id)).status).toBe(204);
  expectProblem(await remove(zone.id), 404, 'zoneNotFound');
  expect((await owner.get<Zone[]>(`${zones}?size=100`)).body.map(({ id }) => id)).not.toContain(zone.id);
});

test('zones are deleted with their field, and a new field of its id has none', async () => {
  await freshField(owner, svcUserId, { id: 'brief' });
  const zone = await freshZone(owner, svcUserId, 'brief');
  expect((await owner.call('DELETE', `${fields}/brief`)).status).toBe(204);
  expect(await itemsNaming(table('fields'), zone.id)).toEqual([]);
  await freshField(owner, svcUserId, { id: 'brief' });
  expect((await owner.get(`${fields}/brief/zones`)).body).toEqual([]);
  expectProblem(await remove(zone.id), 404, 'zoneNotFound');
});

test('zones are deleted with their user, without a trace', async () => {
  const { id } = await freshUser(owner);
  await freshField(owner, id, { id: 'gone' });
  const zone = await freshZone(owner, id, 'gone');
  expect((await owner.call('DELETE', `${usersPath}/${id}`)).status).toBe(204);
  expectProblem(await remove(zone.id), 404, 'zoneNotFound');
  await idle();
  expect(await itemsNaming(table('fields'), zone.id)).toEqual([]);
});
