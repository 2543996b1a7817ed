import { beforeAll, describe, expect, test } from 'vitest';
import type { Boundary } from '../../../domain/fields/boundary.ts';
import type { Field } from '../../../domain/fields/field.ts';
import { advance, cloud, cloudClock } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { followNext, links } from '../pages.ts';
import { collection, feature, geoJson, polygon, square } from '../uploads/boundary-files.ts';
import { converted } from '../uploads/upload.ts';
import { freshUser } from '../users/user.ts';

const base = '/services/fields/api';
const owner = await freshOwner();
let [first, second] = ['', ''];
let between = 0;

beforeAll(async () => {
  first = (await freshUser(owner)).id;
  second = (await freshUser(owner)).id;
  await converted(owner, first, 'a.geojson', geoJson(3));
  await advance({ seconds: 10 });
  between = cloudClock.now() - 5_000;
  const named = feature(polygon(square(20, 52)), 'field 2');
  const unnamed = feature(polygon(square(21, 52)));
  await converted(owner, second, 'b.geojson', collection([named, unnamed]));
});

const list = async (query = '') => (await owner.get<Field[]>(`${base}/fields?${query}`)).body;
const names = async (query = '') => (await list(query)).map(({ name }) => name ?? '-');
const iso = (milliseconds: number) => encodeURIComponent(new Date(milliseconds).toISOString());

test('all fields of all users are listed, or those of one', async () => {
  expect((await names()).sort()).toEqual(['-', 'Field 1', 'Field 2', 'Field 3', 'field 2']);
  expect((await names(`svcUserId=${first}`)).sort()).toEqual(['Field 1', 'Field 2', 'Field 3']);
  const ids = (await list()).map(({ id }) => id);
  expect(ids).toEqual([...ids].sort());
  expect((await list('sort=id,desc')).map(({ id }) => id)).toEqual([...ids].reverse());
  expect(await names(`svcUserId=${first.toUpperCase()}`)).toHaveLength(3);
  expect(await names(`svcUserId=${crypto.randomUUID()}`)).toEqual([]);
  expect((await owner.get(`${base}/fields`)).headers.get('x-total-count')).toBe('5');
});

describe('filters', () => {
  test.each<[string, () => string, number]>([
    ['name', () => 'name=Field%202', 1],
    ['type', () => 'type=ORIGINAL', 5],
    ['another type', () => 'type=MERGED', 0],
    ['status', () => 'status=PROCESSED', 5],
    ['another status', () => 'status=PREVIEW', 0],
    ['provider', () => 'provider=JohnDeere', 0],
    ['farm', () => 'farmId=12', 0],
    ['created before', () => `beforeCreatedTime=${iso(between)}`, 3],
    ['created after', () => `afterCreatedTime=${iso(between)}`, 2],
    ['updated between', () => `afterUpdatedTime=${iso(0)}&beforeUpdatedTime=${iso(between)}`, 3],
    ['a day', () => 'afterCreatedTime=2020-01-01', 5],
    ['user and name', () => `svcUserId=${second}&name=field%202`, 1],
  ])('by %s', async (_, query, count) => {
    const { status, headers, body } = await owner.get<Field[]>(`${base}/fields?${query()}`);
    expect([status, body.length, headers.get('x-total-count')]).toEqual([200, count, String(count)]);
  });

  test('by id', async () => {
    const [wanted] = await list();
    expect(await list(`id=${wanted?.id}`)).toEqual([wanted]);
    expect(await list(`id=${wanted?.id.slice(0, -1)}`)).toEqual([]);
    expect(await list(`id=${wanted?.id}&svcUserId=${second}`)).toEqual([]);
    expect(await list(`id=${wanted?.id.slice(0, -1)}&svcUserId=${first}`)).toEqual([]);
  });

  test.each(['type=NONE', 'status=none', 'farmId=x', 'svcUserId=x', 'beforeCreatedTime=yesterday', 'id=a%20b'])(
    'an invalid value is refused: %s',
    async (query) => {
      const problem = expectProblem(await owner.get(`${base}/fields?${query}`), 400);
      expect(problem.fieldErrors?.[0]?.field).toBe(query.split('=')[0]);
    },
  );
});

test.each([
  ['sort=name', ['field 1', 'field 2', 'field 2', 'field 3']],
  ['sort=name,desc', ['field 3', 'field 2', 'field 2', 'field 1']],
  ['sort=createdTime,desc&sort=name,desc', ['field 2', 'field 3', 'field 2', 'field 1']],
])('%s orders names in any case, page after page', async (query, expected) => {
  const visited = await followNext<Field>(owner, `${base}/fields?size=2&${query}`);
  expect(visited.flatMap(({ name }) => name?.toLowerCase() ?? [])).toEqual(expected);
  expect(visited).toEqual(await list(query));
});

test('a field shows its active boundary, and the boundary its versions', async () => {
  const [field] = await list(`svcUserId=${first}`);
  const path = `${base}/users/${first}/fields/${field?.id}`;
  const { body: active } = await owner.get<Boundary>(`${path}/boundary`);
  expect(active).toMatchObject({ id: field?.boundaries[0], status: 'ACTIVE', area: { unit: 'ha' }, validity: 'VALID' });
  const versions = await owner.get<Boundary[]>(`${path}/boundaries`);
  expect([versions.body, versions.headers.get('x-total-count')]).toEqual([[active], '1']);
  expect(links(versions.headers).first).toContain(`${cloud.baseUrl}${path}/boundaries?`);
  expect((await owner.get(`${path}/boundaries/${active.id}`)).body).toEqual(active);
  expect((await owner.get<Field>(path)).body).toMatchObject({ ...field, geometry: active.geometry });
});

test('unknown fields and boundaries are 404, also with another user or another field', async () => {
  const [field, other] = await list(`svcUserId=${first}`);
  const path = (user: string, id = field?.id) => `${base}/users/${user}/fields/${id}`;
  expectProblem(await owner.get(path(second)), 404, 'fieldNotFound');
  expectProblem(await owner.get(path(crypto.randomUUID())), 404, 'userNotFound');
  expectProblem(
    await owner.get(`${path(first, other?.id)}/boundaries/${field?.boundaries[0]}`),
    404,
    'boundaryNotFound',
  );
  expectProblem(await owner.get(`${path(first, 'none')}/boundary`), 404, 'fieldNotFound');
  expectProblem(await owner.get(path(first, 'x'.repeat(65))), 404);
});

test('a boundary of many vertices is stored whole, outside of the table', async () => {
  const steps = Array.from({ length: 20_000 }, (_, at) => (2 * Math.PI * at) / 20_000);
  const circle = steps.map((angle) => [30 + 0.01 * Math.cos(angle), 52 + 0.01 * Math.sin(angle)]);
  const user = await freshUser(owner);
  const { entries } = await converted(
    owner,
    user.id,
    'c.geojson',
    collection([feature(polygon([...circle, circle[0]]))]),
  );
  const path = `${base}/users/${user.id}/fields/${entries[0]?.fieldId[0]}`;
  const { body } = await owner.get<Boundary>(`${path}/boundary`);
  expect(body.geometry.coordinates[0]?.[0]).toHaveLength(20_001);
  expect((await owner.get<Field>(path)).body.geometry).toEqual(body.geometry);
});
