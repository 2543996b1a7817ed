import { beforeAll, describe, expect, test } from 'vitest';
import { shareOf } from '../../thorough.ts';
import { rowsOf } from '../pages.ts';
import { expectProblem } from './problem.ts';
import { ownedEndpoints, sortable, validRequest } from './requests.ts';
import { freshWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await freshWorld();
});

const paged = ownedEndpoints.filter(({ endpoint }) => endpoint.paged);

describe.each(paged)('$title', (route) => {
  const position = paged.indexOf(route);
  const call = (parameters: string) => {
    const { method, path, sent } = validRequest(route, world.ids);
    return world.owner.call<unknown[]>(method, `${path}${path.includes('?') ? '&' : '?'}${parameters}`, sent);
  };

  test('refuses a page beyond 10,000 rows and names the cursor', async () => {
    expect(expectProblem(await call('page=101&size=100'), 400, 'pageTooDeep').detail).toMatch(/cursor/);
    expect((await call('page=100&size=100')).status).toBe(200);
  });

  test.each(sortable(route))('sorts by %s', async (field) => {
    const spellings = [field, `${field},asc`, `${field},DESC`];
    for (const sort of shareOf(spellings, position + sortable(route).indexOf(field), 1))
      expect((await call(`sort=${sort}`)).status).toBe(200);
  });

  test('returns the total, and links to the pages', async () => {
    const { headers, body } = await call('size=1');
    const total = Number(headers.get('x-total-count'));
    expect(total).toBeGreaterThanOrEqual(rowsOf(body).length);
    expect(headers.get('link')).toMatch(/<http:[^>]+page=0[^>]*>; rel="first".*; rel="last"$/);
    expect(headers.get('link')?.includes('rel="next"')).toBe(total > 1);
  });

  test('an empty page far behind the last one is empty, not an error', async () => {
    const { status, body, headers } = await call('page=50&size=20');
    expect([status, rowsOf(body)]).toEqual([200, []]);
    expect(headers.get('link')).not.toContain('rel="next"');
  });
});
