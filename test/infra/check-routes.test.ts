import { describe, expect, test } from 'vitest';
import { areas } from '../../functions/areas.ts';
import { baseRoutes, gatewayRoutes, type Route, routes } from '../../functions/http/routes.ts';
import { checkRoutes, maxRoutes } from '../../infra/check-routes.ts';

const endpoint = { method: 'GET', path: '', summary: '', access: 'owner', responses: {} } as const;

function route(path: string, method = 'GET'): Route {
  return {
    routeKey: `${method} ${path}`,
    method,
    path,
    area: 'users',
    base: '',
    takesBase: false,
    operationId: 'some',
    endpoint,
  };
}

describe('checking routes', () => {
  test('accepts those of the API, at most 250', () => {
    const all = routes(areas);
    expect(() => checkRoutes(all)).not.toThrow();
    expect(gatewayRoutes(all).length + baseRoutes(all).length + 1).toBeLessThanOrEqual(250);
  });

  test('accepts the root, and the same path with another method', () => {
    expect(() => checkRoutes([route('/'), route('/a/{id}'), route('/a/{id}', 'PUT')])).not.toThrow();
  });

  test.each([
    ['/users/', /GET \/users\/ ends with \//],
    ['users', /does not begin with \//],
    ['/weather/{lat},{lon}', /"{lat},{lon}" that is not a whole segment/],
    ['/files/{name}.json', /"{name}.json" that is not a whole segment/],
  ])('refuses %s', (path, message) => {
    expect(() => checkRoutes([route(path)])).toThrow(message);
  });

  test('refuses routes that API Gateway treats as the same', () => {
    expect(() => checkRoutes([route('/a/{id}'), route('/a/{name}')])).toThrow(/GET \/a\/\{name\} is there twice/);
  });

  test('treats a family of endpoints as one', () => {
    const family = { operationId: 'one', path: '/a/{kind}' };
    const of = (path: string) => ({ ...route(path), routeKey: 'GET /a/{kind}', endpoint: { ...endpoint, family } });
    expect(() => checkRoutes([of('/a/b'), of('/a/c')])).not.toThrow();
    expect(() => checkRoutes([of('/a/b'), of('/a/c'), route('/a/{id}')])).toThrow(/GET \/a\/\{id\} is there twice/);
  });

  test('needs no route for HEAD where the route of the base leads to the same function', () => {
    const based = (area: string, path: string, method: string) => ({ ...route(path, method), area, base: '/a' });
    const own = [based('users', '/a/b', 'GET'), based('users', '/a/b', 'HEAD')];
    expect(gatewayRoutes(own).map(({ method }) => method)).toEqual(['GET']);
    const shared = [...own, based('keys', '/a/c', 'GET'), based('keys', '/a/c', 'HEAD')];
    expect(gatewayRoutes(shared).map(({ method }) => method)).toEqual(['GET', 'HEAD', 'GET', 'HEAD']);
  });

  test('refuses more routes than fit', () => {
    const many = Array.from({ length: maxRoutes + 1 }, (_, index) => route(`/a${index}`));
    expect(() => checkRoutes(many)).toThrow(/251 routes are more than 250/);
  });

  test('names every problem at once', () => {
    expect(() => checkRoutes([route('/a/'), route('/b/')])).toThrow(/\/a\/[\s\S]*\/b\//);
  });
});
