import { beforeAll, describe, expect, test } from 'vitest';
import type { ServiceUser } from '../../../domain/users/service-user.ts';
import { cloud } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { followNext, links } from '../pages.ts';
import { freshUser, usersPath } from './user.ts';

const owner = await freshOwner();
const people = [
  { name: 'ada', email: 'Ada@example.com', externalId: 'x-1', phone: '3' },
  { name: 'Bob', email: 'bob@example.com', externalId: 'x-2', address: 'B' },
  { name: 'bob', email: 'bob@example.com', phone: '1' },
  { name: 'Čeněk', email: 'cenek@example.com', externalId: 'X-1', phone: '2' },
  { name: 'Bob Older', email: 'old@example.com', address: 'A' },
];
let created: ServiceUser[];

beforeAll(async () => {
  created = [];
  for (const person of people) created.push(await freshUser(owner, person));
});

async function list(query = ''): Promise<ServiceUser[]> {
  const { status, body } = await owner.get<ServiceUser[]>(`${usersPath}?${query}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}
const numbers = (found: ServiceUser[]) => found.map(({ id }) => created.findIndex((user) => user.id === id));

test("the oldest comes first, complete, and only the owner's own users are listed", async () => {
  expect(await list()).toEqual(created);
  expect((await (await freshOwner()).get(usersPath)).body).toEqual([]);
});

test.each([
  ['name=Bob', [1]],
  ['name=bob', [2]],
  ['name=BOB', []],
  ['name=Bo', []],
  ['email=BOB@example.com', [1, 2]],
  ['email=ada%40EXAMPLE.com', [0]],
  ['externalId=x-1', [0]],
  ['externalId=X-1', [3]],
  ['email=bob@example.com&name=bob', [2]],
  ['email=bob@example.com&externalId=x-1', []],
  ['name=%C4%8Cen%C4%9Bk', [3]],
  ["name=' OR 1=1 --", []],
])('filters by %s', async (query, expected) => {
  expect(numbers(await list(query))).toEqual(expected);
  const { headers } = await owner.get(`${usersPath}?${query}`);
  expect(headers.get('x-total-count')).toBe(String(expected.length));
});

test.each([
  ['sort=id,desc', [4, 3, 2, 1, 0]],
  ['sort=name', [0, 1, 2, 4, 3]],
  ['sort=name,desc', [3, 4, 2, 1, 0]],
  ['sort=email', [0, 1, 2, 3, 4]],
  ['sort=externalId', [0, 3, 1, 2, 4]],
  ['sort=phone', [2, 3, 0, 1, 4]],
  ['sort=phone,desc', [0, 3, 2, 1, 4]],
  ['sort=address,desc', [1, 4, 0, 2, 3]],
  ['sort=email,desc&sort=id,desc', [4, 3, 2, 1, 0]],
  ['sort=email,desc,id,asc', [4, 3, 1, 2, 0]],
  ['email=bob@example.com&sort=name,desc', [1, 2]],
])('orders by %s', async (query, expected) => {
  expect(numbers(await list(query))).toEqual(expected);
});

describe('pages', () => {
  test('are numbered from 0, with links to the others and the total', async () => {
    const { headers, body } = await owner.get<ServiceUser[]>(`${usersPath}?size=2&page=1&sort=name`);
    expect(numbers(body)).toEqual([2, 4]);
    expect(headers.get('x-total-count')).toBe('5');
    const { first, prev, next, last } = links(headers);
    const page = (number: number) => expect.stringContaining(`page=${number}`);
    expect({ first, prev, next, last }).toEqual({ first: page(0), prev: page(0), next: page(2), last: page(2) });
    for (const link of [first, prev, next, last]) {
      expect(link).toMatch(`${cloud.baseUrl}${usersPath}?`);
      expect(new URL(link ?? '').searchParams.get('sort')).toBe('name');
    }
  });

  test('the first has no previous one, the last no next one', async () => {
    expect(Object.keys(links((await owner.get(`${usersPath}?size=2`)).headers))).toEqual(['first', 'next', 'last']);
    expect(Object.keys(links((await owner.get(`${usersPath}?size=2&page=2`)).headers))).toEqual([
      'first',
      'prev',
      'last',
    ]);
    expect(Object.keys(links((await owner.get(`${usersPath}?size=5`)).headers))).toEqual(['first', 'last']);
  });

  test.each(['', 'sort=name', 'sort=name,desc', 'sort=phone', 'sort=email,desc&sort=name', 'email=bob@example.com'])(
    'following next returns every user once: %s',
    async (query) => {
      const visited = await followNext<ServiceUser>(owner, `${usersPath}?size=2&${query}`);
      expect(visited).toEqual(await list(query));
    },
  );
});

test.each(['sort=name', 'sort=name,desc', 'sort=phone', 'sort=phone,desc', 'sort=address&sort=name'])(
  'a cursor stays valid while users are added and removed: %s',
  async (query) => {
    const busy = await freshOwner();
    const names = ['c', 'e', 'g', 'i', 'k', 'm'];
    for (const name of names) await freshUser(busy, { name, phone: name, address: 'same' });
    const visited = await followNext<ServiceUser>(busy, `${usersPath}?size=2&${query}`, async (page) => {
      if (page > 1) return;
      const before = await freshUser(busy, { name: 'a', phone: 'a', address: 'same' });
      await freshUser(busy, { name: 'z', phone: 'z', address: 'same' });
      if (page === 1) await busy.call('DELETE', `${usersPath}/${before.id}`);
    });
    const ofThose = visited.map(({ name }) => name).filter((name) => names.includes(name));
    expect(ofThose).toEqual(query.includes('desc') ? [...names].reverse() : names);
  },
);

test("another owner's cursor, and one of another order, are refused", async () => {
  const { next = '' } = links((await owner.get(`${usersPath}?size=2&sort=name`)).headers);
  expect((await (await freshOwner()).get(next)).status).toBe(400);
  const cursor = new URL(next).searchParams.get('cursor');
  for (const query of ['', 'sort=email&', 'sort=phone&', 'email=bob@example.com&']) {
    expect((await owner.get(`${usersPath}?${query}cursor=${cursor}`)).status).toBe(400);
  }
});
