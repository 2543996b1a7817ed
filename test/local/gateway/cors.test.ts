import { afterEach, expect, it } from 'vitest';
import type { CorsPlan } from '../../../local/template/plan-apis.ts';
import { type SampleApi, sampleApi } from './sample-api.ts';

const open: CorsPlan = {
  allowOrigins: ['*'],
  allowMethods: ['GET', 'POST'],
  allowHeaders: ['authorization', 'content-type'],
  exposeHeaders: ['location', 'etag'],
  allowCredentials: false,
  maxAgeSeconds: 3600,
};
const origin = 'https://farm.example';
const preflight = { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } };

let api: SampleApi;
afterEach(() => api.close());

it('a preflight is answered from the configuration, without a function and for any path', async () => {
  api = await sampleApi(['ANY /things', '$default'], { api: { cors: open } });
  for (const path of ['/things', '/v2/things', '/nowhere']) {
    const { status, headers } = await fetch(api.endpoint + path, preflight);
    expect(status).toBe(204);
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET,POST',
      'access-control-allow-headers': 'authorization,content-type',
      'access-control-max-age': '3600',
    });
  }
  expect(api.invocations()).toBe(0);
});

it("every response has the configuration's headers and not the function's", async () => {
  api = await sampleApi(['ANY /things'], { api: { cors: open } });
  const { headers } = await fetch(`${api.endpoint}/things`, { headers: { origin, 'x-do': 'own' } });
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-expose-headers')).toBe('location,etag');
  const notFound = await fetch(`${api.endpoint}/nowhere`, { headers: { origin } });
  expect(notFound.headers.get('access-control-allow-origin')).toBe('*');
  const sameOrigin = await fetch(`${api.endpoint}/things`, { headers: { 'x-do': 'own' } });
  expect(sameOrigin.headers.has('access-control-allow-origin')).toBe(false);
});

it('a list of origins allows only those', async () => {
  const cors = { ...open, allowOrigins: ['https://farm.example', 'http://*'], allowCredentials: true };
  api = await sampleApi(['ANY /things'], { api: { cors } });
  const ask = async (from: string) =>
    (await fetch(`${api.endpoint}/things`, { headers: { origin: from, 'x-do': 'own' } })).headers;
  const allowed = await ask(origin);
  expect(allowed.get('access-control-allow-origin')).toBe(origin);
  expect(allowed.get('access-control-allow-credentials')).toBe('true');
  expect(allowed.get('vary')).toBe('Accept, Origin');
  expect((await ask('http://localhost:5173')).get('access-control-allow-origin')).toBe('http://localhost:5173');
  expect((await ask('https://evil.example')).has('access-control-allow-origin')).toBe(false);
  const refused = await fetch(`${api.endpoint}/things`, {
    ...preflight,
    headers: { ...preflight.headers, origin: 'null' },
  });
  expect(refused.status).toBe(204);
  expect(refused.headers.has('access-control-allow-methods')).toBe(false);
});

it('an OPTIONS request that is not a preflight, or an API without CORS, goes to the routes', async () => {
  api = await sampleApi(['OPTIONS /things'], { api: { cors: open } });
  expect(await api.event('/things', { method: 'OPTIONS' })).toMatchObject({ routeKey: 'OPTIONS /things' });
  await api.close();
  api = await sampleApi(['OPTIONS /things']);
  expect(await api.event('/things', preflight)).toMatchObject({ routeKey: 'OPTIONS /things' });
});
