import { expect, test } from 'vitest';
import { type MultiPolygon, multiPolygon, type Position } from '../../../domain/geometry/multi-polygon.ts';
import { comb, turned } from '../../domain/geometry/generated-outlines.ts';
import { idle } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { squareAt } from '../sync/connected-user.ts';
import { mergingUser } from './overlapping-fields.ts';

const owner = await freshOwner();

test('a group that is too large stays unmerged, and says so until it is small enough', async () => {
  const user = await mergingUser(owner, { fieldsAutoMerge: false });
  const ids = Array.from({ length: 51 }, (_, at) => `f${String(at).padStart(2, '0')}`);
  const create = (at: number) => user.create(ids[at] ?? '', squareAt(10 + at * 0.008));
  // The group is found at once, instead of growing with each of its fields.
  await Promise.all(Array.from({ length: 50 }, (_, at) => create(at)));
  await idle();
  const settings = { json: { fieldsAutoMerge: true } };
  expect((await owner.call('PATCH', `/services/config/api/configs/${user.svcUserId}`, settings)).status).toBe(200);
  await create(50);
  expect(await user.merged()).toEqual([]);
  const fields = await user.fields();
  expect(new Set(fields.map(({ mergeProblem }) => mergeProblem?.code))).toEqual(new Set(['mergeGroupTooLarge']));
  expect(fields.some(({ mergedFieldId }) => mergedFieldId)).toBe(false);
  expect((await owner.call('DELETE', `${user.path}/f50`)).status).toBe(204);
  expect(await user.merged()).toMatchObject([{ sources: ids.slice(0, 50) }]);
  expect((await user.fields()).some(({ mergeProblem }) => mergeProblem)).toBe(false);
}, 300_000);

/** A circle with the given number of corners. */
function circleAt(longitude: number, corners: number): MultiPolygon {
  const ring = Array.from({ length: corners }, (_, at): Position => {
    const turn = (2 * Math.PI * at) / corners;
    return [Number((longitude + 0.1 * Math.cos(turn)).toFixed(9)), Number((50 + 0.1 * Math.sin(turn)).toFixed(9))];
  });
  return multiPolygon([[[...ring, ...ring.slice(0, 1)]]]);
}

test('fields whose outlines cross in a million points stay apart, and block no worker', async () => {
  const user = await mergingUser(owner);
  await user.create('one', comb(500));
  await user.create('other', turned(comb(500)));
  expect(await user.merged()).toEqual([]);
  const problem = { code: 'mergedShapeTooLarge' };
  expect(await user.fields()).toMatchObject([{ mergeProblem: problem }, { mergeProblem: problem }]);
}, 300_000);

test('fields whose union would have too many vertices stay apart, and say so', async () => {
  const user = await mergingUser(owner);
  await user.create('west', circleAt(10, 70_000));
  await user.create('east', circleAt(10.19, 70_000));
  expect(await user.merged()).toEqual([]);
  const problem = { code: 'mergedShapeTooLarge', message: expect.any(String) };
  expect(await user.fields()).toMatchObject([{ mergeProblem: problem }, { mergeProblem: problem }]);
  await owner.call('PUT', `${user.path}/east/boundary`, { json: { geometry: circleAt(10.19, 30_000) } });
  expect(await user.merged()).toMatchObject([{ sources: ['east', 'west'] }]);
  expect((await user.fields()).some(({ mergeProblem }) => mergeProblem)).toBe(false);
}, 300_000);
