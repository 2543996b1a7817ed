import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawRequest } from './raw-request.ts';
import { type SampleApi, sampleApi } from './sample-api.ts';

let api: SampleApi;
const get = (what: string, init: RequestInit = {}) =>
  fetch(`${api.endpoint}/things`, { ...init, headers: { 'x-do': what, ...init.headers } });

beforeAll(async () => {
  api = await sampleApi(['ANY /things']);
});
afterAll(() => api.close());

describe("a function's response", () => {
  it.each([
    ['text', 'wheat', 'text/plain;charset=UTF-8'],
    ['plain', '"barley"', 'application/json'],
    ['list', '[1,2]', 'application/json'],
    ['nothing', 'null', 'application/json'],
  ])('%s', async (what, body, contentType) => {
    const response = await get(what);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(body);
    expect(response.headers.get('content-type')).toBe(contentType);
    expect(response.headers.get('content-length')).toBe(String(body.length));
    expect(response.headers.get('apigw-requestid')).toMatch(/^[\w+/]{15}=$/);
  });

  it('in base64 is sent as bytes', async () => {
    const response = await get('binary');
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from([137, 80, 0, 255]));
  });

  it('sets cookies and headers', async () => {
    const { headers } = await get('cookies');
    expect(headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2']);
    expect(headers.get('x-count')).toBe('7');
    expect(headers.has('x-none')).toBe(false);
  });

  it('of 204 has no body and no type', async () => {
    const response = await get('empty');
    expect(response.status).toBe(204);
    expect(response.headers.get('x-kept')).toBe('yes');
    expect(response.headers.has('content-type')).toBe(false);
  });

  it('to HEAD has its length and not its body', async () => {
    const response = await get('text', { method: 'HEAD' });
    expect(response.headers.get('content-length')).toBe('5');
    expect(await response.text()).toBe('');
  });

  it('cannot set connection headers; without CORS it can set those of CORS', async () => {
    const response = await get('own');
    expect(await response.text()).toBe('own');
    expect(response.headers.has('transfer-encoding')).toBe(false);
    expect(response.headers.get('access-control-allow-origin')).toBe('http://own');
  });
});

describe('a function that fails', () => {
  it.each(['throw', 'exit', 'status', 'body', 'header'])(
    '(%s) is 500 without the reason, and the server continues',
    async (what) => {
      const response = await get(what);
      expect(response.status).toBe(500);
      expect(await response.text()).toBe('{"message":"Internal Server Error"}');
      expect((await get('text')).status).toBe(200);
    },
  );

  it('is logged with the reason', () => {
    const log = api.lines.join('\n');
    expect(log).toContain('Error: secret reason');
    expect(log).toContain('ANY /things: statusCode is "many"');
    expect(log).toContain('ANY /things: body is no text but object');
  });

  it('by taking too long is 500', async () => {
    const slow = await sampleApi(['ANY /things'], { timeoutSeconds: 0.3 });
    const response = await fetch(`${slow.endpoint}/things`, { headers: { 'x-do': 'slow' } });
    expect([response.status, await response.text()]).toEqual([500, '{"message":"Internal Server Error"}']);
    await slow.close();
  });
});

describe('a client that misbehaves', () => {
  it('by leaving early affects no other', async () => {
    for (let i = 0; i < 20; i += 1) {
      const socket = connect(api.port, '127.0.0.1');
      socket.write('POST /things HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabc', () => socket.destroy());
    }
    const aborted = Array.from({ length: 10 }, () =>
      get('text', { signal: AbortSignal.timeout(1) }).catch((error: Error) => error.name),
    );
    await Promise.all(aborted);
    expect((await get('text')).status).toBe(200);
  });

  it('by its request line is answered and disconnected', async () => {
    expect(await rawRequest(api.port, 'what is this\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await rawRequest(api.port, 'GET things HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 (400|404) /,
    );
    // Hardly more than is read: what a client has sent and nobody reads resets its connection, on some releases of Node before it has the answer.
    expect(
      await rawRequest(api.port, `GET /things HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(1024 * 1024)}\r\n\r\n`),
    ).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('by reading slowly does not delay others', async () => {
    const socket = connect(api.port, '127.0.0.1');
    socket.write('GET /things HTTP/1.1\r\nHost: x\r\nx-do: large\r\n\r\n');
    socket.pause();
    expect((await get('text')).status).toBe(200);
    socket.destroy();
  });
});
