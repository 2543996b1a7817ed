import { expect, test } from 'vitest';
import { areas } from '../../../functions/areas.ts';
import { routes } from '../../../functions/http/routes.ts';

/** Every list that is filtered by a provider, with the names of those filters. */
const filtered = routes(areas).flatMap(({ operationId, endpoint, method, path }) =>
  ['provider', 'operationProvider']
    .filter((name) => method !== 'HEAD' && endpoint.query && name in endpoint.query.shape)
    .map((name) => ({ title: `${operationId} ${path}`, name, query: endpoint.query })),
);

test('there are lists of all kinds', () => {
  expect(filtered.length).toBeGreaterThan(15);
});

test.each(filtered)('$title refuses a $name that is none, and names those that are', ({ name, query }) => {
  for (const unknown of ['Foo', 'johndeere', '', 'JohnDeere ', '__proto__']) {
    const refused = query?.safeParse({ [name]: unknown });
    expect(refused?.success).toBe(false);
    expect(refused?.error?.issues.map(({ path }) => path.join('.'))).toContain(name);
    expect(refused?.error?.message).toMatch(/JohnDeere|Lindsay|sentinel/);
  }
});
