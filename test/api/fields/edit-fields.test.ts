import { beforeAll, describe, expect, test } from 'vitest';
import type { Boundary } from '../../../domain/fields/boundary.ts';
import type { Field } from '../../../domain/fields/field.ts';
import { idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { fieldsPath, freshField, squareAt } from './field.ts';

const owner = await freshOwner();
let svcUserId = '';
beforeAll(async () => {
  svcUserId = (await freshUser(owner)).id;
});

const path = (more = '') => fieldsPath(svcUserId, more);
const patch = (id: string, json: object) => owner.call<Field>('PATCH', path(`/${id}`), { json });
const versions = async (id: string) => (await owner.get<Boundary[]>(path(`/${id}/boundaries`))).body;

describe('a new field', () => {
  test('has a URL, a boundary, its area and its shape, with a Polygon widened to a MultiPolygon', async () => {
    const [polygon] = squareAt(10, 50).coordinates;
    const geometry = { type: 'Polygon', coordinates: polygon };
    const made = await owner.post<Field>(path(), { id: 'North_1', name: 'North', geometry });
    expect(made).toMatchObject({
      status: 201,
      body: {
        id: 'North_1',
        name: 'North',
        svcUserId,
        type: 'ORIGINAL',
        status: 'PROCESSED',
        files: [],
        geometry: squareAt(10, 50),
      },
    });
    expect(made.body.boundaries).toHaveLength(1);
    expect(made.body.area).toEqual({ value: expect.closeTo(79.74, 1), unit: 'ha' });
    expect((await owner.get(made.headers.get('location') ?? '')).body).toEqual(made.body);
  });

  test('may have any valid id, once for each user', async () => {
    await freshField(owner, svcUserId, { id: 'twice' });
    const again = await owner.post(path(), { id: 'twice', geometry: squareAt(11, 50) });
    expect(expectProblem(again, 409, 'fieldIdTaken').errors).toEqual([
      { pointer: '#/id', message: expect.any(String) },
    ]);
    for (const id of ['', 'a b', 'x'.repeat(65), 'ä', '../x']) {
      expectProblem(await owner.post(path(), { id, geometry: squareAt(10, 50) }), 400);
    }
    const other = (await freshUser(owner)).id;
    expect(await freshField(owner, other, { id: 'twice' })).toMatchObject({ svcUserId: other });
  });

  test('needs a geometry, an existing user and an existing farm', async () => {
    expectProblem(await owner.post(path(), { name: 'Nowhere' }), 400);
    expectProblem(await owner.post(path(), { geometry: squareAt(10, 50), farmId: 999_999 }), 404, 'farmNotFound');
    expectProblem(await owner.post(path(), { geometry: squareAt(10, 50), farmId: 'none' }), 400);
    expectProblem(
      await owner.post(fieldsPath(crypto.randomUUID()), { geometry: squareAt(10, 50) }),
      404,
      'userNotFound',
    );
  });

  test('is on a farm, whose number may be sent as a text', async () => {
    const farms = `/services/fields/api/users/${svcUserId}/farms`;
    const farm = (await owner.post<{ id: number }>(farms, { name: 'Home farm' })).body.id;
    const field = await freshField(owner, svcUserId, { farmId: String(farm) });
    expect(field.farmId).toBe(farm);
    const listed = await owner.get<Field[]>(`/services/fields/api/fields?farmId=${farm}`);
    expect(listed.body.map(({ id }) => id)).toEqual([field.id]);
  });
});

describe('a change', () => {
  test('of the name leaves the boundary alone, and null removes the name', async () => {
    const { id, boundaries, createdTime } = await freshField(owner, svcUserId, { name: 'Before' });
    expect((await patch(id, { name: 'After' })).body).toMatchObject({ name: 'After', boundaries, createdTime });
    const { body } = await patch(id, { name: null });
    expect(body).not.toHaveProperty('name');
    expectProblem(await patch(id, { name: ' ' }), 400);
    expectProblem(await patch(id, { geometry: null }), 400);
    expectProblem(await patch('unknown', { name: 'x' }), 404, 'fieldNotFound');
  });

  test('of the shape creates a version, and the one before stays as it was', async () => {
    const { id, boundaries } = await freshField(owner, svcUserId);
    const changed = await patch(id, { geometry: squareAt(12, 50) });
    expect(changed.body).toMatchObject({ geometry: squareAt(12, 50), boundaries: [boundaries[0], expect.any(String)] });
    expect((await versions(id)).map(({ status, geometry }) => ({ status, geometry }))).toEqual([
      { status: 'INACTIVE', geometry: squareAt(10, 50) },
      { status: 'ACTIVE', geometry: squareAt(12, 50) },
    ]);
  });

  test('by PUT returns the new version, and the existing one for the same shape', async () => {
    const { id } = await freshField(owner, svcUserId);
    const put = () => owner.call<Boundary>('PUT', path(`/${id}/boundary`), { json: { geometry: squareAt(13, 50) } });
    const first = await put();
    expect(first).toMatchObject({
      status: 200,
      body: { status: 'ACTIVE', validity: 'VALID', geometry: squareAt(13, 50) },
    });
    expect((await put()).body).toEqual(first.body);
    expect((await owner.get(path(`/${id}/boundary`))).body).toEqual(first.body);
    expect(await versions(id)).toHaveLength(2);
  });

  test('may send back all members of the response', async () => {
    const field = await freshField(owner, svcUserId, { name: 'Whole' });
    expect((await patch(field.id, { ...field, name: 'Part' })).body).toMatchObject({
      name: 'Part',
      boundaries: field.boundaries,
    });
  });

  test('is not lost among concurrent ones', async () => {
    const { id } = await freshField(owner, svcUserId, { name: 'Start' });
    const changes = [{ name: 'Named' }, { geometry: squareAt(14, 50) }, { geometry: squareAt(15, 50) }];
    const answers = await Promise.all(changes.map((json) => patch(id, json)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { body } = await owner.get<Field>(path(`/${id}`));
    expect(body).toMatchObject({ name: 'Named', boundaries: { length: 3 } });
    expect((await versions(id)).filter(({ status }) => status === 'ACTIVE')).toMatchObject([
      { geometry: body.geometry },
    ]);
  });
});

describe('a field that is deleted', () => {
  test('is gone with its boundaries from every response', async () => {
    const { id, boundaries } = await freshField(owner, svcUserId, { geometry: squareAt(16, 50) });
    expect((await owner.call('DELETE', path(`/${id}`))).status).toBe(204);
    for (const below of ['', '/boundary', '/boundaries', `/boundaries/${boundaries[0]}`, '/operations/files']) {
      expectProblem(await owner.get(path(`/${id}${below}`)), 404);
    }
    expectProblem(await owner.call('DELETE', path(`/${id}`)), 404, 'fieldNotFound');
    expect((await owner.get(`/services/fields/api/fields?id=${id}`)).body).toEqual([]);
    expect((await owner.post(path('/intersects'), { geometry: squareAt(16, 50) })).body).toEqual([]);
  });

  test('frees its id', async () => {
    await freshField(owner, svcUserId, { id: 'again' });
    await owner.call('DELETE', path('/again'));
    expect(await freshField(owner, svcUserId, { id: 'again', name: 'New' })).toMatchObject({
      boundaries: { length: 1 },
    });
  });

  test('is deleted with its user', async () => {
    const user = (await freshUser(owner)).id;
    const { id } = await freshField(owner, user, { geometry: squareAt(17, 50) });
    await owner.call('DELETE', `/services/usermanagement/api/users/${user}`);
    await idle();
    expectProblem(await owner.get(fieldsPath(user, `/${id}`)), 404);
    const everywhere = await owner.post('/services/fields/api/fields/query/intersects', { geometry: squareAt(17, 50) });
    expect(everywhere).toMatchObject({ status: 200, body: [] });
  });
});

test('operation files of a field are an empty list, and unknown by id, at both paths', async () => {
  const { id } = await freshField(owner, svcUserId);
  for (const files of ['/operations/files', '/operations']) {
    const list = await owner.get(path(`/${id}${files}?operationType=harvested&crop=corn`));
    expect([list.status, list.body, list.headers.get('x-total-count')]).toEqual([200, [], '0']);
    expectProblem(await owner.get(path(`/${id}${files}/${crypto.randomUUID()}`)), 404, 'operationFileNotFound');
    expectProblem(await owner.get(path(`/unknown${files}`)), 404, 'fieldNotFound');
  }
});
