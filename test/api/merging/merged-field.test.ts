import { describe, expect, test } from 'vitest';
import type { Field } from '../../../domain/fields/field.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { squareAt } from '../sync/connected-user.ts';
import { fieldsService, mergingUser } from './overlapping-fields.ts';

const [owner, stranger] = [await freshOwner(), await freshOwner()];

async function withMerged(of = owner) {
  const user = await mergingUser(of);
  await user.create('a', squareAt(10), { name: 'Long Acre' });
  await user.create('b', squareAt(10.008));
  const [merged] = await user.merged();
  if (!merged) throw new Error('nothing was merged');
  return { user, merged };
}

test('owners and users with the same ids and shapes are merged independently', async () => {
  const [one, other, foreign] = [await withMerged(), await withMerged(), await withMerged(stranger)];
  const ids = [one, other, foreign].map(({ merged }) => merged.id);
  expect(new Set(ids).size).toBe(3);
  for (const { user, merged } of [one, other, foreign]) {
    expect(merged).toMatchObject({ svcUserId: user.svcUserId, sources: ['a', 'b'] });
    expect(await user.field('a')).toMatchObject({ mergedFieldId: merged.id });
  }
  expectProblem(await stranger.get(`${one.user.path}/${one.merged.id}`), 404);
  expect((await stranger.get(`${fieldsService}/fields?mergedFieldId=${one.merged.id}`)).body).toEqual([]);
  expect((await stranger.get<Field[]>(`${fieldsService}/fields?type=MERGED`)).body.map(({ id }) => id)).toEqual([
    foreign.merged.id,
  ]);
  await stranger.call('DELETE', `${foreign.user.path}/a`);
  expect(await foreign.user.merged()).toEqual([]);
  expect(await one.user.merged()).toEqual([one.merged]);
  expect(await other.user.merged()).toEqual([other.merged]);
});

describe('a merged field', () => {
  test('changes with its sources, and cannot be edited', async () => {
    const { user, merged } = await withMerged();
    const path = `${user.path}/${merged.id}`;
    for (const [method, address, json] of [
      ['PATCH', path, { name: 'Mine' }],
      ['PATCH', path, { geometry: squareAt(1) }],
      ['PUT', `${path}/boundary`, { geometry: squareAt(1) }],
      ['DELETE', path, undefined],
    ] as const) {
      expectProblem(await owner.call(method, address, { json }), 400, 'mergedField');
    }
    expect(await user.merged()).toEqual([merged]);
  });

  test('is listed beside its sources, and found by its location', async () => {
    const { user, merged } = await withMerged();
    const list = async (query: string) =>
      (await owner.get<Field[]>(`${fieldsService}/fields?svcUserId=${user.svcUserId}&${query}`)).body;
    expect((await list('type=MERGED')).map(({ id }) => id)).toEqual([merged.id]);
    expect((await list('type=ORIGINAL')).map(({ id }) => id)).toEqual(['a', 'b']);
    expect((await list(`mergedFieldId=${merged.id}`)).map(({ id }) => id)).toEqual(['a', 'b']);
    expect((await list('')).filter(({ sources, mergedFieldId }) => sources?.length && mergedFieldId)).toEqual([]);
    const { body } = await owner.post<Field[]>(`${user.path}/intersects`, { geometry: squareAt(10.017, 50, 0.0005) });
    expect(body.map(({ id }) => id)).toEqual([merged.id, 'b'].sort());
  });

  test('is not billed: its sources are', async () => {
    const { user, merged } = await withMerged();
    const { body } = await owner.get<{ id: string }[]>(`${user.path}/${merged.id}/boundaries`);
    const facts = await user.usage();
    expect(facts).toHaveLength(2);
    expect(facts).not.toContain(body[0]?.id);
  });
});
