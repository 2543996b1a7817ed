import { describe, expect, test } from 'vitest';
import { areas } from '../../../functions/areas.ts';
import type { ProblemDocument } from '../../../functions/http/problem-schema.ts';
import { hasOwnRoute, type Route, routes } from '../../../functions/http/routes.ts';
import { gatewayRoutes } from '../../../functions/http/routing/gateway-routes.ts';
import { buildRouteTable } from '../../../local/gateway/route-table.ts';
import { shareOf } from '../../thorough.ts';
import { cloud } from '../cloud.ts';
import { freshOwner, request } from '../owner.ts';
import { expectProblem } from './problem.ts';
import { addressOf, endpoints } from './requests.ts';

const ids: Record<string, string> = new Proxy({}, { get: () => '01890a5d-ac96-774b-bcce-b302099a8057' });
const paths = [...new Map(endpoints.map((route) => [route.path, route])).values()].filter(({ path }) => path !== '/');
const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const stages = ['id', 'access'] as const;

const findRoute = buildRouteTable(
  gatewayRoutes(routes(areas)).map(({ routeKey, area }) => ({ routeKey, functionName: area, timeoutMilliseconds: 1 })),
);

/** Whether the gateway leads a path with a slash at its end to the area that answers it; but for what is throttled on its own route alone. */
function isServed({ method, path, area, endpoint }: Route): boolean {
  return !hasOwnRoute(endpoint) && findRoute(method, `${path}/`.split('/').slice(1))?.route.functionName === area;
}

/** Whether URLs of one path match the other too: `/fields/{id}` takes `/fields/sync`. */
function fits(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
}

describe.each(paths)('$path', (route) => {
  const position = paths.indexOf(route);
  const [address = ''] = addressOf(route, ids).split('?');
  const fitting = endpoints.filter(({ path }) => fits(path, route.path)).map(({ endpoint }) => endpoint.method);
  const methods = [...new Set(fitting)];
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort();

  test.runIf(isServed(route))('is answered with a trailing slash as without it', async () => {
    for (const stage of shareOf(stages, position, 1)) {
      for (const method of [...methods, 'PATCH']) {
        const sent = { stage, ...(method !== 'GET' && { json: {} }) };
        const plain = await request<ProblemDocument>(method, address, sent);
        const { status, headers, body } = await request<ProblemDocument>(method, `${address}/`, sent);
        expect([status, body.errorKey, body.path]).toEqual([plain.status, plain.body.errorKey, plain.body.path]);
        expect(headers.get('allow')).toBe(plain.headers.get('allow'));
      }
    }
  });

  test.skipIf(isServed(route))('is redirected by 308 from a trailing slash to the URL without it', async () => {
    for (const stage of shareOf(stages, position, 1)) {
      const { status, headers } = await request('POST', `${address}/?sort=name,asc&name=%C3%A9`, { stage, json: {} });
      const base = `${cloud.baseUrl}${stage === 'access' ? '/v2' : ''}`;
      expect([status, headers.get('location')]).toEqual([308, `${base}${address}?sort=name,asc&name=%C3%A9`]);
      expect(headers.get('x-request-id')).toBeTruthy();
    }
  });

  test('refuses other methods, and lists the allowed ones', async () => {
    const others = all.filter((known) => !methods.includes(known as 'GET'));
    for (const method of shareOf(others, position, 1)) {
      const answer = await request(method, address);
      expectProblem(answer, 405, 'methodNotAllowed');
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allowed);
    }
  });
});

test('an unknown path is a problem document too, under both bases', async () => {
  for (const path of [
    '/nowhere',
    '/v2/nowhere',
    '/services/usermanagement/api',
    '/services/fields/api/users//fields/x',
  ]) {
    const answer = await request('GET', path);
    expect(expectProblem(answer, 404, 'routeNotFound').path).toBe(path);
  }
});

test('a hostile path with a trailing slash neither redirects elsewhere nor fails with 5xx', async () => {
  const owner = await freshOwner();
  for (const sent of ['%0d%0aX-Evil:%201/', 'a%20%C3%A9/', '..%2f..%2f/', '%00/']) {
    const { status, headers } = await owner.get(`/services/usermanagement/api/users/${sent}`);
    expect(status).toBe(404);
    expect([headers.has('location'), headers.has('x-evil')]).toEqual([false, false]);
  }
  for (const path of ['//evil.example/docs/', '/\\evil.example/', '/..%2f..%2f/', '/docs/..%2f..%2fpackage.json']) {
    expectProblem(await request('GET', path), 404);
  }
  const { status, headers } = await request('GET', '/docs/%0d%0aX-Evil:%201/');
  expect([status, headers.get('location')]).toEqual([308, `${cloud.baseUrl}/docs/%0D%0AX-Evil%3A%201`]);
  expect(headers.has('x-evil')).toBe(false);
});

test('a browser may send a preflight without a token', async () => {
  const headers = { origin: 'https://app.example', 'access-control-request-method': 'POST' };
  const { status, headers: answered } = await request('OPTIONS', '/services/usermanagement/api/users', { headers });
  expect(status).toBe(204);
  expect(answered.get('access-control-allow-origin')).toBe('*');
});
