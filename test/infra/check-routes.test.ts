import { describe, expect, test } from 'vitest';
import { areas } from '../../functions/areas.ts';
import { type Route, routes } from '../../functions/http/routes.ts';
import { gatewayRoutes } from '../../functions/http/routing/gateway-routes.ts';
import { checkRoutes, maxRoutes } from '../../infra/check-routes.ts';

const endpoint = { method: 'GET', path: '', summary: '', access: 'owner', responses: {} } as const;

function route(path: string, method = 'GET', more: Partial<Route> = {}): Route {
  return {
    routeKey: `${method} ${path}`,
    method,
    path,
    area: 'users',
    base: '',
    operationId: 'some',
    endpoint,
    ...more,
  };
}

describe('checking routes', () => {
  test('accepts those of the API, of which there are fewer than a quarter of the quota', () => {
    const all = routes(areas);
    expect(() => checkRoutes(all)).not.toThrow();
    expect(gatewayRoutes(all).length + 1).toBeLessThan(75);
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

  test('refuses a path that two areas answer', () => {
    const both = [route('/a/{id}'), route('/a/{name}', 'PUT', { area: 'keys' })];
    expect(() => checkRoutes(both)).toThrow(/ANY \/a\/\{name\} is there twice; the second is of keys/);
  });

  test('refuses two areas that take one path', () => {
    const taking = (area: string) => route(`/a/${area}`, 'GET', { area, base: '/a', takes: '/a' });
    expect(() => checkRoutes([taking('users'), taking('keys')])).toThrow(
      'users and keys take /a, which one of them can',
    );
  });

  test('refuses an endpoint of which API Gateway does not say to which of two areas it is led', () => {
    const users = route('/a/x/b', 'GET', { base: '/a', takes: '/a/x' });
    const links = (path: string) => route(path, 'GET', { area: 'links', base: '/a', takes: '/a/{id}/y' });
    expect(() => checkRoutes([users, links('/a/{id}/y/{part}')])).not.toThrow();
    expect(() => checkRoutes([users, links('/a/x/y/{part}')])).toThrow(
      'GET /a/x/y/{part} of links is led to "ANY /a/x/{proxy+}" of users or "ANY /a/{id}/y/{proxy+}" of links',
    );
  });

  test('refuses more routes than an update could replace at once', () => {
    const many = Array.from({ length: maxRoutes }, (_, index) => route(`/a${index}`));
    expect(() => checkRoutes(many)).toThrow(/151 routes are more than 150/);
    expect(() => checkRoutes(many.slice(1))).not.toThrow();
  });

  test('names every problem at once', () => {
    expect(() => checkRoutes([route('/a/'), route('/b/')])).toThrow(/\/a\/[\s\S]*\/b\//);
  });
});
