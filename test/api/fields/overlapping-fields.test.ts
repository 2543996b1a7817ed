import { beforeAll, describe, expect, test } from 'vitest';
import type { Field } from '../../../domain/fields/field.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { followNext, links } from '../pages.ts';
import { freshUser } from '../users/user.ts';
import { fieldsPath, freshField, squareAt } from './field.ts';

const [owner, stranger] = [await freshOwner(), await freshOwner()];
let [svcUserId, other, foreign] = ['', '', ''];

beforeAll(async () => {
  svcUserId = (await freshUser(owner)).id;
  other = (await freshUser(owner)).id;
  foreign = (await freshUser(stranger)).id;
  // 100 parts in area, as in the interface's own example; the same id with another owner and another user.
  await freshField(owner, svcUserId, { id: 'hundred', name: 'Hundred', geometry: squareAt(10, 0, 0.1) });
  await freshField(owner, other, { id: 'hundred', geometry: squareAt(10, 0, 0.1) });
  await freshField(stranger, foreign, { id: 'hundred', geometry: squareAt(10, 0, 0.1) });
  await freshField(owner, svcUserId, { id: 'neighbour', geometry: squareAt(10.1, 0, 0.1) });
});

const intersects = (json: object, user = svcUserId) => owner.post<Field[]>(fieldsPath(user, '/intersects'), json);
const ids = (fields: Field[]) => fields.map(({ id }) => id);

/** 10 parts in area, of which 5 lie in the field. */
const ten = {
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [9.95, 0.02],
        [10.05, 0.02],
        [10.05, 0.03],
        [9.95, 0.03],
        [9.95, 0.02],
      ],
    ],
  ],
};

describe('a search', () => {
  test.each([
    [3, ['hundred']],
    [5, ['hundred']],
    [37, ['hundred']],
    [49.9, ['hundred']],
    [50.1, []],
    [75, []],
    [100, []],
  ])('with the threshold %d finds %j', async (intersectionThreshold, expected) => {
    const { status, body } = await intersects({ geometry: ten, intersectionThreshold });
    expect([status, ids(body)]).toEqual([200, expected]);
  });

  test('returns name, area and shape of its results, of this user only', async () => {
    const { body, headers } = await intersects({ geometry: ten });
    expect(body).toMatchObject([
      { id: 'hundred', name: 'Hundred', svcUserId, area: { unit: 'ha' }, geometry: squareAt(10, 0, 0.1) },
    ]);
    expect(headers.get('x-total-count')).toBe('1');
  });

  test('does not find fields that merely touch, and finds the whole field within itself', async () => {
    expect(ids((await intersects({ geometry: squareAt(10.2, 0, 0.1) })).body)).toEqual([]);
    const same = { geometry: squareAt(10, 0, 0.1), intersectionThreshold: 100 };
    expect(ids((await intersects(same)).body)).toEqual(['hundred']);
    expect(ids((await intersects({ geometry: squareAt(9, -1, 3), intersectionThreshold: 100 })).body)).toEqual([
      'hundred',
      'neighbour',
    ]);
  });

  test('comes in pages that stay stable', async () => {
    const geometry = squareAt(9, -1, 3);
    const path = fieldsPath(svcUserId, '/intersects');
    const first = await owner.post<Field[]>(`${path}?size=1`, { geometry });
    const second = await owner.post<Field[]>(links(first.headers).next ?? '', { geometry });
    expect([ids(first.body), ids(second.body)]).toEqual([['hundred'], ['neighbour']]);
    expect(links(second.headers)).not.toHaveProperty('next');
    expectProblem(await owner.post(`${path}?cursor=nonsense`, { geometry }), 400, 'cursorInvalid');
  });

  test.each([0, 0.009, 100.1, '5'])('refuses the threshold %j', async (intersectionThreshold) => {
    const problem = expectProblem(await intersects({ geometry: ten, intersectionThreshold }), 400);
    expect(problem.errors?.[0]?.pointer).toBe('#/intersectionThreshold');
  });

  test('over all users finds those of the owner and no others', async () => {
    const everywhere = await owner.post<Field[]>('/services/fields/api/fields/query/intersects', { geometry: ten });
    expect(new Set(everywhere.body.map((field) => field.svcUserId))).toEqual(new Set([svcUserId, other]));
    expectProblem(await intersects({ geometry: ten }, foreign), 404, 'userNotFound');
  });
});

describe('the intersection of fields', () => {
  const intersect = (json: unknown, user = svcUserId) => owner.post(fieldsPath(user, '/intersect'), json);

  test('is a bare MultiPolygon, by the right-hand rule', async () => {
    await freshField(owner, svcUserId, { id: 'corner', geometry: squareAt(10.05, 0.05, 0.1) });
    const { status, body } = await intersect(['hundred', 'corner', 'hundred']);
    expect(status).toBe(200);
    expect(body).toMatchObject({ type: 'MultiPolygon', coordinates: { length: 1 } });
    const [[ring = []] = []] = (body as ReturnType<typeof squareAt>).coordinates;
    expect(new Set(ring.map(String))).toEqual(new Set(['10.05,0.05', '10.1,0.05', '10.1,0.1', '10.05,0.1']));
  });

  test('has no coordinates where they only touch', async () => {
    expect((await intersect(['hundred', 'neighbour'])).body).toEqual({ type: 'MultiPolygon', coordinates: [] });
  });

  test('needs existing fields', async () => {
    expectProblem(await intersect(['hundred', 'unknown']), 404, 'fieldNotFound');
    expectProblem(await intersect([]), 400);
    expectProblem(await intersect({ ids: ['hundred'] }), 400);
    expectProblem(await intersect(Array.from({ length: 101 }, (_, i) => `f${i}`)), 400);
    expectProblem(await intersect(['hundred'], foreign), 404, 'userNotFound');
  });
});

test('lists return shapes only on request, in any order', async () => {
  const list = `/services/fields/api/fields?svcUserId=${svcUserId}`;
  expect((await owner.get<Field[]>(list)).body[0]).not.toHaveProperty('geometry');
  expect((await owner.get<Field[]>(`${list}&legacy=true`)).body[0]).toHaveProperty('geometry');
  for (const sort of ['name', 'createdTime,desc', 'updatedTime', 'farmId', 'type,status']) {
    const pages = await followNext<Field>(owner, `${list}&size=1&sort=${sort}`);
    expect(new Set(ids(pages))).toEqual(new Set(ids((await owner.get<Field[]>(list)).body)));
  }
  expect((await owner.get(`${list}&operationType=harvested`)).body).toEqual([]);
});
