import { expect, test } from 'vitest';
import type { Farm } from '../../../domain/farms/farm.ts';
import { fieldsService, freshGrower } from '../growers/grower.ts';
import { freshOwner } from '../owner.ts';
import { followNext } from '../pages.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { freshFarm } from './farm.ts';

const owner = await freshOwner();
const [ada, ben] = [await freshUser(owner), await freshUser(owner)];
const [first, second] = [await freshGrower(owner, ada.id), await freshGrower(owner, ben.id)];
await freshFarm(owner, ada.id, { name: 'South', growerId: first.id });
await freshFarm(owner, ben.id, { name: 'East', growerId: second.id });
await freshFarm(owner, ada.id, { name: 'north' });
await freshFarm(owner, ada.id, { name: 'East', growerId: first.id });

async function ids(query: string): Promise<number[]> {
  const { status, body } = await owner.get<Farm[]>(`${fieldsService}/farms?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.map(({ id }) => id);
}

test('lists farms of all users, of one, of one grower', async () => {
  expect(await ids('')).toEqual([1, 2, 3, 4]);
  expect(await ids(`svcUserId=${ada.id}`)).toEqual([1, 3, 4]);
  expect(await ids(`growerId=${first.id}`)).toEqual([1, 4]);
  expect(await ids(`growerId=${first.id}&svcUserId=${ada.id}`)).toEqual([1, 4]);
  expect(await ids(`growerId=${first.id}&svcUserId=${ben.id}`)).toEqual([]);
  expect(await ids('growerId=2147483647')).toEqual([]);
  expect(await ids('provider=JohnDeere')).toEqual([]);
});

test('sorts by any of its fields, ties by number', async () => {
  expect(await ids('sort=id,desc')).toEqual([4, 3, 2, 1]);
  expect(await ids('sort=name')).toEqual([2, 4, 3, 1]);
  expect(await ids('sort=growerId,desc,name')).toEqual([2, 4, 1, 3]);
  expect(await ids(`sort=name&growerId=${first.id}`)).toEqual([4, 1]);
});

test.each(['', `growerId=${first.id}`, 'sort=name'])('pages of "%s" follow each other to the end', async (query) => {
  const walked = await followNext<Farm>(owner, `${fieldsService}/farms?size=1&${query}`);
  expect(walked.map(({ id }) => id)).toEqual(await ids(query));
});

test('farms of a deleted user are gone at once', async () => {
  const { id } = await freshUser(owner);
  const grower = await freshGrower(owner, id);
  const farm = await freshFarm(owner, id, { growerId: grower.id });
  expect(await ids(`growerId=${grower.id}`)).toEqual([farm.id]);
  expect((await owner.call('DELETE', `${usersPath}/${id}`)).status).toBe(204);
  expect(await ids(`growerId=${grower.id}`)).toEqual([]);
  expect(await ids('size=100')).not.toContain(farm.id);
});
