import { expect, test } from 'vitest';
import type { Field } from '../../../domain/fields/field.ts';
import type { MultiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { comb, surveyed, turned } from '../../domain/geometry/generated-outlines.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';

const owner = await freshOwner();

/** The fields of a new user, with the requests for their overlaps. */
async function userWith(...shapes: MultiPolygon[]) {
  const path = `/services/fields/api/users/${(await freshUser(owner)).id}/fields`;
  const ids: string[] = [];
  for (const geometry of shapes) {
    const { status, body } = await owner.post<Field>(path, { geometry });
    expect(status, JSON.stringify(body).slice(0, 500)).toBe(201);
    ids.push(body.id);
  }
  return {
    ids,
    intersects: (geometry: MultiPolygon) => owner.post<Field[]>(`${path}/intersects`, { geometry }),
    intersect: () => owner.post<MultiPolygon>(`${path}/intersect`, ids),
  };
}

test('combs that cross in a million points are refused at once', { timeout: 30_000 }, async () => {
  const user = await userWith(comb(500), turned(comb(500)));
  for (const answer of [await user.intersects(comb(500, 10.01)), await user.intersect()]) {
    expect(expectProblem(answer, 400, 'geometryTooComplex').detail).toMatch(/Simplify/);
  }
  expectProblem(
    await owner.post('/services/fields/api/fields/query/intersects', { geometry: comb(500, 10.01) }),
    400,
    'geometryTooComplex',
  );
});

test('two surveys of one field with 10,000 vertices each are compared', async () => {
  const [once, again] = [surveyed(10_000, 1e-6, 1), surveyed(10_000, 1e-6, 2)];
  const user = await userWith(once, again);
  const found = await user.intersects(once);
  expect(found.status).toBe(200);
  expect(found.body.map(({ id }) => id).sort()).toEqual([...user.ids].sort());
  const common = await user.intersect();
  expect([common.status, common.body.coordinates.length > 0]).toEqual([200, true]);
});
