import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { Owner } from '../../../domain/access/owner.ts';
import { Problem } from '../../../domain/errors.ts';
import { defineArea } from '../../../functions/http/endpoint.ts';
import type { Handlers } from '../../../functions/http/exchange.ts';
import { publicServices } from '../../../functions/http/public-services.ts';
import { type HttpServices, serve } from '../../../functions/http/serve.ts';

const said = z.object({ said: z.string() });
const common = {
  method: 'GET',
  summary: '',
  access: 'public',
  responses: { 200: { description: '', schema: said } },
} as const;
const named = z.object({ name: z.string() });

const plots = defineArea({
  name: 'plots',
  title: '',
  letter: '-',
  description: '',
  base: '/plots/api',
  endpoints: {
    listPlots: { ...common, path: '/plots' },
    getPlot: { ...common, path: '/plots/{name}', params: named },
    changePlot: { ...common, method: 'PUT', path: '/plots/{name}', params: named },
    getSpecial: { ...common, path: '/plots/special' },
    openSession: { ...common, method: 'POST', path: '/sessions' },
    failing: { ...common, path: '/failing' },
    slow: { ...common, path: '/slow' },
  },
});
const neighbour = defineArea({
  ...plots,
  name: 'barns',
  endpoints: { getBarn: { ...common, path: '/barns/{name}', params: named } },
});

let now = 0;
const clock = { now: () => now };
const answer = (text: string) => ({ status: 200, body: { said: text } }) as const;
const handlers: Handlers<typeof plots.endpoints, HttpServices> = {
  listPlots: async () => answer('list'),
  getPlot: async ({ params }) => answer(`plot ${params.name}`),
  changePlot: async ({ params }) => answer(`changed ${params.name}`),
  getSpecial: async () => answer('special'),
  openSession: async () => answer('session'),
  failing: async () => {
    throw new Problem('unavailable', 'Try again later.');
  },
  slow: async () => {
    now += 1_200;
    return answer('late');
  },
};
const quiet = { ...publicServices(), clock, requestLog: 'failedOrSlow' } as const;
const handler = serve(plots, handlers, quiet, async () => [neighbour]);

/** Asks by a route of the gateway, with a path as API Gateway decodes it. */
async function ask(
  method: string,
  path: string,
  {
    stage = '$default',
    routeKey = 'ANY /plots/api/{proxy+}',
    headers: sent = {},
    run = handler,
    milliseconds = 30_000,
  } = {},
) {
  const rawPath = `${stage === '$default' ? '' : `/${stage}`}/plots/api${path}`;
  const event = {
    routeKey,
    rawPath,
    rawQueryString: 'a=b',
    headers: sent,
    pathParameters: { proxy: path.slice(1) },
    requestContext: {
      stage,
      requestId: 'r1',
      domainName: 'api',
      timeEpoch: 0,
      http: { method, path: rawPath, sourceIp: '127.0.0.1' },
    },
  } as unknown as APIGatewayProxyEventV2;
  const end = Date.now() + milliseconds;
  const context = { getRemainingTimeInMillis: () => end - Date.now() } as Context;
  const { statusCode, headers = {}, body } = await run(event, context);
  return { statusCode, headers, body: body ? JSON.parse(body) : undefined };
}

afterEach(() => vi.restoreAllMocks());

test.each([
  ['GET', '/plots', 'list'],
  ['GET', '/plots/north', 'plot north'],
  ['PUT', '/plots/north', 'changed north'],
  ['PUT', '/plots/special', 'changed special'],
  ['GET', '/plots/special', 'special'],
  ['GET', '/plots/special//', 'special'],
  ['GET', '/plots/Jürgen & 50%', 'plot Jürgen & 50%'],
  ['GET', '/plots/__proto__', 'plot __proto__'],
])('%s %s is answered by its endpoint, in both stages, by whichever route', async (method, path, said) => {
  for (const stage of ['$default', 'v2']) {
    expect((await ask(method, path, { stage })).body).toEqual({ said });
    expect((await ask(method, path, { stage, routeKey: `${method} /plots/api/plots/{id}` })).body).toEqual({ said });
  }
});

test('HEAD is answered as GET, without the body', async () => {
  expect(await ask('HEAD', '/plots/north')).toMatchObject({ statusCode: 200, body: undefined });
});

test('OPTIONS is answered without running an endpoint', async () => {
  for (const path of ['/plots', '/plots/', '/nothing', '/sessions'])
    expect(await ask('OPTIONS', path)).toMatchObject({ statusCode: 204, body: undefined });
});

test('another method is 405 with those that the path takes, with and without a slash', async () => {
  for (const path of ['/plots/north', '/plots/north/']) {
    const { statusCode, headers, body } = await ask('DELETE', path);
    expect([statusCode, headers.allow]).toEqual([405, 'GET, HEAD, PUT']);
    expect(body).toMatchObject({ errorKey: 'methodNotAllowed', path: '/plots/api/plots/north' });
  }
});

test('a path that nothing is at is 404, and so is one whose variable has a slash, even an encoded one', async () => {
  for (const path of ['/nothing', '/plots/a/b', '/plots//', '/plots//a', '/', '']) {
    const { statusCode, body } = await ask('GET', path);
    const isList = path === '/plots//';
    expect([path, statusCode, body.errorKey]).toEqual([path, isList ? 200 : 404, isList ? undefined : 'routeNotFound']);
  }
});

test('a path of a neighbour with a slash at its end is redirected to the path without it', async () => {
  const { statusCode, headers } = await ask('GET', '/barns/é/', { stage: 'v2' });
  expect([statusCode, headers.location]).toEqual([308, 'https://api/v2/plots/api/barns/%C3%A9?a=b']);
});

test('an endpoint with a route of its own is run by that route alone, which is throttled; others lead there', async () => {
  const own = { routeKey: 'POST /plots/api/sessions' };
  expect((await ask('POST', '/sessions', own)).body).toEqual({ said: 'session' });
  for (const path of ['/sessions', '/sessions/']) {
    const { statusCode, headers } = await ask('POST', path);
    expect([statusCode, headers.location]).toEqual([308, 'https://api/plots/api/sessions?a=b']);
  }
  expect((await ask('GET', '/sessions')).statusCode).toBe(405);
});

test('a line of the log names request, endpoint, route and status, also of a request that fits none', async () => {
  const written = vi.spyOn(console, 'info').mockImplementation(() => {});
  const run = serve(plots, handlers, { ...publicServices(), clock });
  await ask('GET', '/plots/north', { run });
  await ask('GET', '/nothing', { run });
  expect(written.mock.calls.map(([line]) => JSON.parse(line))).toEqual([
    { requestId: 'r1', endpoint: 'getPlot', route: 'GET /plots/api/plots/{name}', status: 200, milliseconds: 0 },
    { requestId: 'r1', status: 404, milliseconds: 0 },
  ]);
});

test('a log of failed and slow requests has no line of another', async () => {
  const written = vi.spyOn(console, 'info').mockImplementation(() => {});
  await ask('GET', '/plots/north');
  expect(written).not.toHaveBeenCalled();
  await ask('GET', '/failing');
  await ask('GET', '/slow', { stage: 'v2' });
  expect(written.mock.calls.map(([line]) => JSON.parse(line))).toMatchObject([
    { requestId: 'r1', endpoint: 'failing', status: 503, milliseconds: 0 },
    { requestId: 'r1', endpoint: 'slow', status: 200, milliseconds: 1_200 },
  ]);
});

test.each([
  ['its handler keeps too long', 'GET', '/plots'],
  ['a step before its handler keeps too long', 'GET', '/own'],
  ['the release of its key keeps too long as well', 'POST', '/late'],
  ['is answered while its response is stored for too long', 'POST', '/unstored'],
])('a request that %s is 504 as a problem document, before Lambda ends the function', async (_, method, path) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'info').mockImplementation(() => {});
  const never = () => new Promise<never>(() => {});
  const keyed = { ...common, method: 'POST', access: 'owner', idempotent: true } as const;
  const area = defineArea({
    ...plots,
    endpoints: {
      listPlots: { ...common, path: '/plots' },
      own: { ...common, path: '/own', access: 'owner' },
      late: { ...keyed, path: '/late' },
      unstored: { ...keyed, path: '/unstored' },
    },
  });
  const claims = { ownerId: 'o', kind: 'id' as const, issuedAt: 1, expiresAt: 2 };
  const claim = { key: 'k', token: 't', begunTime: 7, isTakenOver: false, newId: () => 'id' };
  const services: HttpServices = {
    ...publicServices(),
    clock,
    tokens: { verify: path === '/own' ? never : async () => claims },
    owners: { find: async () => ({ id: 'o', notBefore: 0, permissions: [] }) as unknown as Owner },
    answers: {
      ...publicServices().answers,
      begin: async () => ({ state: 'new', claim }),
      finish: never,
      release: never,
    },
  };
  const stuck = serve(
    area,
    {
      listPlots: never,
      own: never,
      late: never,
      unstored: ({ once }) => once.repeatable(async () => answer('done')),
    },
    services,
  );
  const headers = { authorization: 'Bearer a.b.c', 'idempotency-key': 'k' };
  // Real timers: middy takes its own before a test can replace them.
  const { statusCode, headers: received, body } = await ask(method, path, { run: stuck, headers, milliseconds: 400 });
  expect([statusCode, received['content-type']]).toEqual([504, 'application/problem+json']);
  expect(body).toMatchObject({ status: 504, errorKey: 'timeout', requestId: 'r1', path: `/plots/api${path}` });
});
