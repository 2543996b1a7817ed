import { expect, test } from 'vitest';
import type { Grower } from '../../../domain/growers/grower.ts';
import { freshOwner } from '../owner.ts';
import { followNext } from '../pages.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { fieldsService, freshGrower } from './grower.ts';

const owner = await freshOwner();
const [ada, ben] = [await freshUser(owner), await freshUser(owner)];
const names: Record<number, string> = {};
for (const [user, name] of [
  [ada, 'Meadow'],
  [ben, 'acre'],
  [ada, 'Brook'],
  [ben, 'Meadow'],
  [ada, 'Ôde 🌾'],
] as const) {
  const grower = await freshGrower(owner, user.id, name);
  names[grower.id] = name;
}

async function list(query: string): Promise<Grower[]> {
  const { status, body } = await owner.get<Grower[]>(`${fieldsService}/growers?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const named = async (query: string) => (await list(query)).map(({ name }) => name);

test('lists growers of all users in the order of their numbers', async () => {
  expect((await list('')).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  expect((await list('sort=id,desc')).map(({ id }) => id)).toEqual([5, 4, 3, 2, 1]);
});

test('lists growers of one user, of one name, and of both', async () => {
  expect(await named(`svcUserId=${ada.id}`)).toEqual(['Meadow', 'Brook', 'Ôde 🌾']);
  expect(await named(`svcUserId=${ada.id.toUpperCase()}&sort=id,desc`)).toEqual(['Ôde 🌾', 'Brook', 'Meadow']);
  expect((await list('name=Meadow')).map(({ id }) => id)).toEqual([1, 4]);
  expect((await list(`name=Meadow&svcUserId=${ben.id}`)).map(({ id }) => id)).toEqual([4]);
  expect((await list(`name=${encodeURIComponent('Ôde 🌾')}`)).map(({ id }) => id)).toEqual([5]);
  expect(await list('name=meadow')).toEqual([]);
  expect(await list('svcUserId=01890a5d-ac96-774b-bcce-b302099a8057')).toEqual([]);
});

test('provider filters leave out growers created by hand', async () => {
  for (const name of ['provider', 'providerGrowerId', 'providerOrganizationId', 'providerCompanyId']) {
    expect(await list(`${name}=JohnDeere`)).toEqual([]);
  }
});

test('sorts by name ignoring case, ties by number', async () => {
  expect((await list('sort=name')).map(({ id }) => id)).toEqual([2, 3, 1, 4, 5]);
  expect((await list('sort=name,desc,id,desc')).map(({ id }) => id)).toEqual([5, 4, 1, 3, 2]);
});

test.each(['', `svcUserId=${ada.id}`, 'sort=name', 'name=Meadow'])(
  'pages of "%s" follow each other to the end',
  async (query) => {
    const whole = await list(query);
    expect(await followNext<Grower>(owner, `${fieldsService}/growers?size=1&${query}`)).toEqual(whole);
    const { headers } = await owner.get(`${fieldsService}/growers?size=1&${query}`);
    expect(headers.get('x-total-count')).toBe(String(whole.length));
  },
);

test('growers of a deleted user are gone at once', async () => {
  const { id } = await freshUser(owner);
  const grower = await freshGrower(owner, id, 'Soon gone');
  expect(await named('name=Soon%20gone')).toEqual(['Soon gone']);
  expect((await owner.call('DELETE', `${usersPath}/${id}`)).status).toBe(204);
  expect(await named('name=Soon%20gone')).toEqual([]);
  expect((await list('size=100')).map((known) => known.id)).not.toContain(grower.id);
  expect((await owner.get(`${fieldsService}/growers/${grower.id}`)).status).toBe(404);
});
