import { afterEach, expect, it } from 'vitest';
import type { Intercept } from '../../../local/gateway/intercept.ts';
import { type SampleApi, sampleApi } from './sample-api.ts';

const cors = {
  allowOrigins: ['*'],
  allowMethods: ['*'],
  allowHeaders: [],
  exposeHeaders: ['location'],
  allowCredentials: false,
};

let api: SampleApi;
afterEach(() => api.close());

const origin = 'https://farm.example';

it('an interceptor can take over a request before its body is read, and call other routes for it', async () => {
  const intercept: Intercept = (request) => {
    if (request.routeKey !== 'POST /upload/{kind}') return undefined;
    return async () => {
      let bytes = 0;
      for await (const chunk of request.incoming) bytes += (chunk as Buffer).length;
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ bytes, kind: request.pathParameters.kind });
      request.send(await request.invoke({ path: '/sessions/9', query: 'part=1', headers, body }));
    };
  };
  api = await sampleApi(['POST /upload/{kind}', 'POST /sessions/{id}'], { intercept, limits: 'aws', api: { cors } });
  const response = await fetch(`${api.endpoint}/v2/upload/boundary`, {
    method: 'POST',
    headers: { origin, authorization: 'Bearer token', 'content-type': 'application/zip' },
    body: new Uint8Array(12 * 1024 * 1024),
  });
  expect(response.headers.get('access-control-expose-headers')).toBe('location');
  expect(await response.json()).toMatchObject({
    rawPath: '/v2/sessions/9',
    routeKey: 'POST /sessions/{id}',
    rawQueryString: 'part=1',
    queryStringParameters: { part: '1' },
    pathParameters: { id: '9' },
    headers: { authorization: 'Bearer token', 'content-type': 'application/json', 'content-length': '36' },
    body: '{"bytes":12582912,"kind":"boundary"}',
    isBase64Encoded: false,
    requestContext: { stage: 'v2', http: { method: 'POST', path: '/v2/sessions/9' } },
  });
});

it('other requests are not affected', async () => {
  const seen: string[] = [];
  const intercept: Intercept = ({ routeKey, stage }) => {
    seen.push(`${stage} ${routeKey}`);
    return undefined;
  };
  api = await sampleApi(['GET /things'], { intercept });
  expect((await fetch(`${api.endpoint}/things`)).status).toBe(200);
  expect((await fetch(`${api.endpoint}/nowhere`)).status).toBe(404);
  expect(seen).toEqual(['$default GET /things']);
});

it('an interceptor may respond without reading, or fail, and the next request is served', async () => {
  const intercept: Intercept = (request) => async () => {
    if (request.headers['x-do'] === 'fail') throw new Error('no room');
    request.response.writeHead(403).end('no');
  };
  api = await sampleApi(['POST /upload'], { intercept, api: { cors } });
  const refused = await fetch(`${api.endpoint}/upload`, {
    method: 'POST',
    headers: { origin },
    body: 'x'.repeat(100_000),
  });
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, '*']);
  const failed = await fetch(`${api.endpoint}/upload`, { method: 'POST', headers: { 'x-do': 'fail' }, body: 'x' });
  expect([failed.status, await failed.text()]).toEqual([500, '{"message":"Internal Server Error"}']);
  expect(api.lines.join()).toContain('no room');
});
