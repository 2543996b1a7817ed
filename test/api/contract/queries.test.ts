import { beforeAll, describe, expect, test } from 'vitest';
import { shareOf } from '../../thorough.ts';
import type { Answer } from '../owner.ts';
import { rowsOf } from '../pages.ts';
import { hostileTexts } from './hostile.ts';
import { expectProblem } from './problem.ts';
import { addressOf, ownedEndpoints, sortable, validRequest } from './requests.ts';
import { freshWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await freshWorld();
});

const queried = ownedEndpoints.filter(({ endpoint }) => endpoint.query);

const hostileValues = hostileTexts.filter(([name]) => name !== '1 MB');

describe.each(queried)('$title', (route) => {
  const { method, query } = route.endpoint;
  const parameters = Object.keys(query?.shape ?? {});
  const needed = parameters.filter((name) => !query?.shape[name]?.safeParse(undefined).success);

  function ask(parameters: Record<string, string>): Promise<Answer<unknown>> {
    const { sent } = validRequest(route, world.ids);
    return world.owner.call(method, addressOf(route, world.ids, parameters), sent);
  }

  test('refuses an unknown parameter', async () => {
    expect(expectProblem(await ask({ nonsense: '1' }), 400).fieldErrors?.[0]?.field).toBe('nonsense');
    expectProblem(await ask({ ['__proto__']: '1' }), 400);
  });

  test('refuses a parameter that is given twice', async () => {
    const [name = ''] = parameters.filter((known) => known !== 'sort');
    const path = addressOf(route, world.ids, { [name]: '1' });
    expectProblem(await world.owner.call(method, `${path}&${name}=2`, validRequest(route, world.ids).sent), 400);
  });

  test.each(shareOf(hostileValues, queried.indexOf(route), 3))(
    'never fails with 5xx on %s in its parameters',
    async (_, text) => {
      if (method !== 'GET') return;
      // Not in all of them at once: headers and URL together have a limit too.
      const everywhere = Object.fromEntries(parameters.slice(-3).map((name) => [name, text]));
      expectProblem(await ask(everywhere), 400);
      const taking = parameters
        .filter(
          (name) =>
            name !== 'cursor' &&
            name !== 'nextPageToken' &&
            !needed.includes(name) &&
            query?.shape[name]?.safeParse(text).success,
        )
        .slice(0, 4);
      const answer = await ask(Object.fromEntries(taking.map((name) => [name, text])));
      expect(answer.status).toBe(200);
      // Parameters beside the required ones are no filters.
      if (taking.length > 0 && needed.length === 0) expect(answer.body).toEqual([]);
    },
  );
});

const paged = queried.filter(({ endpoint }) => endpoint.paged);
const wrongPages = [
  'size=101',
  'size=0',
  'size=-1',
  'size=ten',
  'size=1.5',
  'page=-1',
  'page=1e3',
  'page=',
  'page=99999999999999999999',
];
const wrongSorts = ['nonsense', 'id,up', 'desc', '', 'id,,name', '__proto__', 'constructor'];
const foreign = Buffer.from('{"pk":"x","sk":"y","ownerKey":"z","listKey":"w"}').toString('base64url');
const wrongCursors = ['nonsense', 'a+b', foreign, Buffer.from('null').toString('base64url'), 'x'.repeat(9_000)];

describe.each(paged)('$title', (route) => {
  const position = paged.indexOf(route);
  const call = (parameters: string) => {
    const { method, path, sent } = validRequest(route, world.ids);
    return world.owner.call<unknown[]>(method, `${path}${path.includes('?') ? '&' : '?'}${parameters}`, sent);
  };

  test.each(shareOf(wrongPages, position, 3))('refuses %s', async (parameter) => {
    const [name] = parameter.split('=');
    expect(expectProblem(await call(parameter), 400).fieldErrors?.[0]?.field).toBe(name);
  });

  test('refuses a page beyond 10,000 rows and names the cursor', async () => {
    expect(expectProblem(await call('page=101&size=100'), 400, 'pageTooDeep').detail).toMatch(/cursor/);
    expect((await call('page=100&size=100')).status).toBe(200);
  });

  test('refuses to sort by an unknown field', async () => {
    for (const sort of shareOf(wrongSorts, position, 3)) {
      expect(expectProblem(await call(`sort=${sort}`), 400).fieldErrors?.[0]?.field).toBe('sort');
    }
  });

  test.each(sortable(route))('sorts by %s', async (field) => {
    const spellings = [field, `${field},asc`, `${field},DESC`];
    for (const sort of shareOf(spellings, position + sortable(route).indexOf(field), 1))
      expect((await call(`sort=${sort}`)).status).toBe(200);
  });

  test('refuses a cursor of another list', async () => {
    for (const cursor of shareOf(wrongCursors, position, 2)) {
      expect(expectProblem(await call(`cursor=${cursor}`), 400).fieldErrors?.[0]?.field).toBe('cursor');
    }
  });

  test('returns the total, and links to the pages', async () => {
    const { headers, body } = await call('size=1');
    const total = Number(headers.get('x-total-count'));
    expect(total).toBeGreaterThanOrEqual(rowsOf(body).length);
    expect(headers.get('link')).toMatch(/<http:[^>]+page=0[^>]*>; rel="first".*; rel="last"$/);
    expect(headers.get('link')?.includes('rel="next"')).toBe(total > 1);
  });

  test('an empty page far behind the last one is empty, not an error', async () => {
    const { status, body, headers } = await call('page=50');
    expect([status, rowsOf(body)]).toEqual([200, []]);
    expect(headers.get('link')).not.toContain('rel="next"');
  });
});
