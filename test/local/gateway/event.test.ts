import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawRequest } from './raw-request.ts';
import { type SampleApi, sampleApi } from './sample-api.ts';

let api: SampleApi;
beforeAll(async () => {
  const publicUrl = 'http://api.example.test:8080';
  api = await sampleApi(['ANY /users/{id}', 'ANY /files/{proxy+}', 'ANY /things'], { publicUrl });
});
afterAll(() => api.close());

async function rawEvent(lines: string[], body = '') {
  const head = [...lines, 'Connection: close', '', ''].join('\r\n');
  const answer = await rawRequest(api.port, head + body);
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
}

it("an event has the form of API Gateway's payload format 2.0", async () => {
  const event = await rawEvent([
    'GET /users/7?size=20&sort=name&sort=id%2Cdesc&q=a+b%26c HTTP/1.1',
    'Host: api.example.test:8080',
    'User-Agent: combine/1.0',
    'X-Multi: one',
    'X-MULTI: two',
    'Cookie: a=1; b=2',
    'X-Forwarded-For: 203.0.113.9',
    'X-Forwarded-Proto: https',
    'Keep-Alive: timeout=5',
  ]);
  expect(event).toEqual({
    version: '2.0',
    routeKey: 'ANY /users/{id}',
    rawPath: '/users/7',
    rawQueryString: 'size=20&sort=name&sort=id%2Cdesc&q=a+b%26c',
    queryStringParameters: { size: '20', sort: 'name,id,desc', q: 'a b&c' },
    cookies: ['a=1', 'b=2'],
    headers: {
      host: 'api.example.test:8080',
      'user-agent': 'combine/1.0',
      'x-multi': 'one,two',
      'x-forwarded-for': '203.0.113.9, 127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-port': String(api.port),
      'x-amzn-trace-id': expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/),
    },
    pathParameters: { id: '7' },
    requestContext: {
      accountId: '000000000000',
      apiId: 'a1b2c3d4e5',
      domainName: 'api.example.test:8080',
      domainPrefix: 'api',
      http: { method: 'GET', path: '/users/7', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'combine/1.0' },
      requestId: expect.stringMatching(/^[\w+/]{15}=$/),
      routeKey: 'ANY /users/{id}',
      stage: '$default',
      time: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
      timeEpoch: expect.any(Number),
    },
    isBase64Encoded: false,
  });
});

it('a bare request has no members for absent parts', async () => {
  const event = await rawEvent(['GET /things HTTP/1.1', 'Host: x']);
  for (const name of ['body', 'cookies', 'queryStringParameters', 'pathParameters'])
    expect(event).not.toHaveProperty(name);
  expect(event.rawQueryString).toBe('');
  expect(event.requestContext.http.userAgent).toBe('');
});

describe('paths', () => {
  it('are decoded, including a slash in a parameter', async () => {
    expect(await api.event('/users/J%C3%BCrgen%20%2F%20Sohn')).toMatchObject({
      rawPath: '/users/Jürgen / Sohn',
      pathParameters: { id: 'Jürgen / Sohn' },
    });
    expect(await api.event('/files/a/b%20c/d.zip')).toMatchObject({ pathParameters: { proxy: 'a/b c/d.zip' } });
  });

  it('that cannot be decoded are passed unchanged', async () => {
    expect(await rawEvent(['GET /users/50%zz HTTP/1.1', 'Host: x'])).toMatchObject({ pathParameters: { id: '50%zz' } });
  });

  it('treat names that are special in JavaScript as plain names', async () => {
    const event = await rawEvent([
      'GET /users/__proto__?__proto__=1&constructor=2 HTTP/1.1',
      'Host: x',
      '__proto__: 3',
    ]);
    expect(event.pathParameters.id).toBe('__proto__');
    expect(Object.entries(event.queryStringParameters)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
    expect(Object.getOwnPropertyDescriptor(event.headers, '__proto__')?.value).toBe('3');
  });
});

describe('bodies', () => {
  const bytes = Buffer.from([0, 255, 137, 80]);
  it.each([
    ['application/json', '{"a":"ü"}', false],
    ['application/json; charset=utf-8', '{}', false],
    ['text/csv', 'a,b', false],
    ['application/xml', '<a/>', false],
    ['application/x-www-form-urlencoded', 'a=1', true],
    ['application/vnd.api+json', '{}', true],
    ['application/octet-stream', bytes, true],
  ])('of type %s', async (contentType, body, isBase64Encoded) => {
    const headers = { 'content-type': contentType };
    const event = await api.event('/things', { method: 'POST', headers, body });
    expect(event.isBase64Encoded).toBe(isBase64Encoded);
    expect(Buffer.from(event.body, isBase64Encoded ? 'base64' : 'utf8')).toEqual(Buffer.from(body));
  });

  it('that are compressed are passed as bytes', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect(await api.event('/things', { method: 'POST', headers, body: '{}' })).toMatchObject({
      isBase64Encoded: true,
    });
  });

  it('in chunks are joined', async () => {
    const event = await rawEvent(
      ['POST /things HTTP/1.1', 'Host: x', 'Content-Type: text/plain', 'Transfer-Encoding: chunked'],
      '3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n',
    );
    expect(event.body).toBe('abcde');
    expect(event.headers).not.toHaveProperty('transfer-encoding');
  });

  it('of zero length are absent', async () => {
    const event = await api.event('/things', { method: 'POST' });
    expect(event).not.toHaveProperty('body');
    expect(event.isBase64Encoded).toBe(false);
  });
});
