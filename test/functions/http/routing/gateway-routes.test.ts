import { describe, expect, test } from 'vitest';
import { areas } from '../../../../functions/areas.ts';
import type { Area, Endpoint } from '../../../../functions/http/endpoint.ts';
import { hasOwnRoute, routes } from '../../../../functions/http/routes.ts';
import { gatewayRoutes } from '../../../../functions/http/routing/gateway-routes.ts';
import { buildRouteTable } from '../../../../local/gateway/route-table.ts';
import { read } from '../../../house/tree.ts';

const endpoint = { method: 'GET', summary: '', access: 'owner', responses: {} } as const;

function area(name: string, base: string, paths: string[], more: Partial<Area> = {}): Area {
  const endpoints = Object.fromEntries(paths.map((path, index) => [`read${index}`, { ...endpoint, path } as Endpoint]));
  return { name, title: '', letter: '-', description: '', base, endpoints, ...more };
}

const keysOf = (...given: Area[]) => gatewayRoutes(routes(given)).map(({ routeKey, area }) => `${area}: ${routeKey}`);

describe('an area', () => {
  test('that has its base to itself has one route, whatever its endpoints', () => {
    expect(keysOf(area('fields', '/f/api', ['/fields', '/fields/{id}', '/users/{svcUserId}/fields']))).toEqual([
      'fields: ANY /f/api/{proxy+}',
    ]);
  });

  test('that shares its base has a route for each path below which all is its own', () => {
    const one = area('one', '/s', ['/queries', '/queries/{id}', '/queries/{id}/rows', '/units/{id}', '/users/{id}/a']);
    const other = area('other', '/s', ['/query', '/users/{userId}/b/c', '/users/{userId}/b/d']);
    expect(keysOf(one, other)).toEqual([
      'one: ANY /s/queries',
      'one: ANY /s/queries/{proxy+}',
      'one: ANY /s/units/{id}',
      'one: ANY /s/users/{id}/a',
      'other: ANY /s/query',
      'other: ANY /s/users/{userId}/b/{proxy+}',
    ]);
  });

  test('that takes a shared path gets all that no other area has there', () => {
    const taker = area('taker', '/s', ['/users', '/users/{id}/a', '/users/{id}/b'], { takes: '' });
    const other = area('other', '/s', ['/users/{userId}/c', '/users/x/{id}']);
    expect(keysOf(taker, other)).toEqual([
      'taker: ANY /s/{proxy+}',
      'other: ANY /s/users/{userId}/c',
      'other: ANY /s/users/x/{id}',
    ]);
  });

  test('keeps its paths below what another area takes', () => {
    const outer = area('outer', '/s', ['/users/{id}', '/users/{id}/photo'], { takes: '' });
    const inner = area('inner', '/s', ['/users/{id}/a', '/users/{id}/b'], { takes: '/users/{id}' });
    expect(keysOf(outer, inner)).toEqual([
      'outer: ANY /s/{proxy+}',
      'inner: ANY /s/users/{id}/{proxy+}',
      'outer: ANY /s/users/{id}/photo',
    ]);
  });

  test('has a route for each endpoint that is throttled apart, beside those of its paths', () => {
    const sessions = { ...endpoint, method: 'POST', access: 'public', path: '/sessions' } as const;
    const links = area('links', '/w', ['/links'], {});
    const made = { ...links, endpoints: { ...links.endpoints, createSession: sessions } };
    expect(gatewayRoutes(routes([made]))).toEqual([
      { routeKey: 'POST /w/sessions', area: 'links', operationId: 'createSession' },
      { routeKey: 'ANY /w/{proxy+}', area: 'links', isBase: true },
    ]);
  });

  test('has no route below the root that other areas have', () => {
    expect(
      keysOf(
        area('pages', '', ['/', '/guides', '/guides/{name}']),
        area('docs', '', ['/docs', '/docs/{a}/{b}', '/docs/{a}']),
      ),
    ).toEqual([
      'pages: ANY /',
      'pages: ANY /guides',
      'pages: ANY /guides/{name}',
      'docs: ANY /docs',
      'docs: ANY /docs/{proxy+}',
    ]);
  });
});

test.each(areas.filter(({ takes }) => takes !== undefined))(
  '$name, which takes a shared path, knows its neighbours',
  ({ name }) => {
    expect(read(`functions/areas/${name}/index.ts`)).toContain('neighboursOf(');
  },
);

describe('the routes of the API', () => {
  const all = routes(areas);
  const find = buildRouteTable(
    gatewayRoutes(all).map(({ routeKey, area }) => ({ routeKey, functionName: area, timeoutMilliseconds: 1 })),
  );
  const led = (method: string, path: string) =>
    find(
      method,
      path
        .replaceAll(/\{\w+\}/g, 'x7')
        .split('/')
        .slice(1),
    )?.route;

  test.each(all)('lead $routeKey to its area', ({ method, path, area, endpoint, routeKey }) => {
    expect(led(method, path)?.functionName).toBe(area);
    if (hasOwnRoute(endpoint)) expect(led(method, path)?.routeKey).toBe(routeKey);
  });

  test('lead each method of a path to the area that answers it, which knows what is allowed', () => {
    for (const { path, area } of all.filter(({ endpoint }) => !hasOwnRoute(endpoint)))
      for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'])
        expect(led(method, path)?.functionName).toBe(area);
  });
});
