import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildRouteTable } from '../../../local/gateway/route-table.ts';
import { type SampleApi, sampleApi } from './sample-api.ts';

const route = (routeKey: string) => ({ routeKey, functionName: 'f', timeoutMilliseconds: 1 });

describe('the most specific route', () => {
  const find = buildRouteTable(
    [
      'GET /pets/dog/1',
      'GET /pets/dog/{id}',
      'GET /pets/{proxy+}',
      'ANY /{proxy+}',
      'ANY /pets/dog/2',
      'POST /users/search',
      'GET /users/{userId}',
      'PUT /users/{id}',
      'GET /users/{userId}/fields/{fieldId}',
      'ANY /users/{proxy+}',
      'ANY /users/{userId}/{proxy+}',
      'ANY /users/{userId}/keys/{proxy+}',
      'ANY /users/keys/{proxy+}',
      'ANY /users/{userId}/{kind}/events',
      'POST /users/{userId}/{kind}/events',
      'GET /',
      '$default',
    ].map(route),
  );

  it.each([
    ['GET', '/pets/dog/1', 'GET /pets/dog/1', undefined],
    ['GET', '/pets/dog/2', 'ANY /pets/dog/2', undefined],
    ['GET', '/pets/dog/3', 'GET /pets/dog/{id}', { id: '3' }],
    ['GET', '/pets/cat/1', 'GET /pets/{proxy+}', { proxy: 'cat/1' }],
    ['POST', '/pets/dog/1', 'ANY /{proxy+}', { proxy: 'pets/dog/1' }],
    ['POST', '/test/5', 'ANY /{proxy+}', { proxy: 'test/5' }],
    ['GET', '/users/search', 'GET /users/{userId}', { userId: 'search' }],
    ['PUT', '/users/7', 'PUT /users/{id}', { id: '7' }],
    ['GET', '/users/7/fields/9', 'GET /users/{userId}/fields/{fieldId}', { userId: '7', fieldId: '9' }],
    ['GET', '/users/7/fields', 'ANY /users/{userId}/{proxy+}', { userId: '7', proxy: 'fields' }],
    ['PUT', '/users/7/fields/9', 'ANY /users/{userId}/{proxy+}', { userId: '7', proxy: 'fields/9' }],
    ['GET', '/users/7/keys/9/x', 'ANY /users/{userId}/keys/{proxy+}', { userId: '7', proxy: '9/x' }],
    ['GET', '/users/7/keys/events', 'ANY /users/{userId}/{kind}/events', { userId: '7', kind: 'keys' }],
    ['POST', '/users/7/keys/events', 'POST /users/{userId}/{kind}/events', { userId: '7', kind: 'keys' }],
    ['GET', '/users/keys/7/events', 'ANY /users/{userId}/{kind}/events', { userId: 'keys', kind: '7' }],
    ['GET', '/users/keys/7/8', 'ANY /users/keys/{proxy+}', { proxy: '7/8' }],
    ['DELETE', '/users/7', 'ANY /users/{proxy+}', { proxy: '7' }],
    ['DELETE', '/users/7/', 'ANY /users/{proxy+}', { proxy: '7/' }],
    ['GET', '/users/', 'ANY /{proxy+}', { proxy: 'users/' }],
    ['GET', '/', 'GET /', undefined],
    ['POST', '/', '$default', undefined],
  ])('%s %s -> %s', (method, path, routeKey, pathParameters) => {
    expect(find(method, path.slice(1).split('/'))).toEqual({ route: route(routeKey), pathParameters });
  });

  it('is undefined when no route matches', () => {
    expect(buildRouteTable([route('GET /a')])('GET', ['b'])).toBeUndefined();
    expect(buildRouteTable([route('GET /a/{id}')])('GET', ['a', ''])).toBeUndefined();
  });
});

describe('the gateway refuses what API Gateway refuses', () => {
  it.each([
    [['GET /users/'], /does not end with \//],
    [['FETCH /users'], /FETCH is not one of GET/],
    [['GET users'], /begin with \//],
    [['GET /{lat},{lon}'], /whole segment/],
    [['GET /{proxy+}/more'], /nothing may follow/],
    [['GET /files{proxy+}'], /whole segment/],
    [['GET /{+}'], /whole segment/],
    [['ANY /a/{proxy+}', 'ANY /a/{rest+}'], /"ANY \/a\/\{proxy\+\}" matches the same requests/],
    [['GET /a', 'GET /a'], /matches the same requests/],
    [['$default', '$default'], /matches the same requests/],
    [['GET /{id}/{id}'], /one name/],
    [['GET /users/{id}', 'GET /users/{userId}'], /"GET \/users\/\{id\}" matches the same requests/],
    [Array.from({ length: 301 }, (_, i) => `GET /r${i}`), /more than 300 routes/],
  ])('%j', async (routeKeys, reason) => {
    await expect(sampleApi(routeKeys)).rejects.toThrow(reason);
  });

  it('and serves exactly one API', async () => {
    await expect(sampleApi([], { apis: [] })).rejects.toThrow('serves one HTTP API, the template declares 0');
  });
});

describe('stages', () => {
  let api: SampleApi;
  beforeAll(async () => {
    api = await sampleApi(['GET /', 'GET /users/{id}', 'GET /v2/odd']);
  });
  afterAll(() => api.close());

  it('are in the raw path, not in the route', async () => {
    expect(await api.event('/users/7')).toMatchObject({
      rawPath: '/users/7',
      routeKey: 'GET /users/{id}',
      requestContext: { stage: '$default', http: { path: '/users/7' } },
    });
    expect(await api.event('/v2/users/7?a=b')).toMatchObject({
      rawPath: '/v2/users/7',
      routeKey: 'GET /users/{id}',
      pathParameters: { id: '7' },
      rawQueryString: 'a=b',
      requestContext: { stage: 'v2', routeKey: 'GET /users/{id}', http: { path: '/v2/users/7' } },
    });
    expect(await api.event('/v2')).toMatchObject({ routeKey: 'GET /', requestContext: { stage: 'v2' } });
  });

  it('with a name take their paths before the default stage', async () => {
    expect((await fetch(`${api.endpoint}/v2/odd`)).status).toBe(404);
  });

  it('without a default stage leave other paths unserved', async () => {
    const only = await sampleApi(['GET /users/{id}'], { api: { stages: ['v2'] } });
    expect((await fetch(`${only.endpoint}/users/7`)).status).toBe(404);
    expect((await fetch(`${only.endpoint}/v2/users/7`)).status).toBe(200);
    await only.close();
  });
});

describe('a request without a route', () => {
  it('is 404 in the words of API Gateway, without calling a function', async () => {
    const api = await sampleApi(['GET /users']);
    for (const [path, method] of [
      ['/nobody', 'GET'],
      ['/users', 'HEAD'],
      ['/users', 'OPTIONS'],
      ['/users/', 'GET'],
      ['/users', 'POST'],
    ]) {
      const response = await fetch(api.endpoint + path, { method: method ?? 'GET' });
      expect(response.status).toBe(404);
      if (method !== 'HEAD') expect(await response.text()).toBe('{"message":"Not Found"}');
    }
    expect(api.invocations()).toBe(0);
    await api.close();
  });

  it('goes to $default when there is one', async () => {
    const api = await sampleApi(['GET /users', '$default']);
    expect(await api.event('/users/', { method: 'POST', body: 'x' })).toMatchObject({
      routeKey: '$default',
      rawPath: '/users/',
    });
    expect((await api.event('/users/')).pathParameters).toBeUndefined();
    await api.close();
  });
});
