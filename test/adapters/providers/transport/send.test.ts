import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { bytesUpTo, jsonOf, nothing } from '../../../../adapters/providers/transport/expects.ts';
import { httpWire } from '../../../../adapters/providers/transport/http-wire.ts';
import { providerTransport } from '../../../../adapters/providers/transport/send.ts';
import type { Authorize, ProviderRequest } from '../../../../adapters/providers/transport/transport.ts';
import type { FailureKind } from '../../../../domain/transport/outcome.ts';
import { json, startProvider } from './provider-server.ts';

const clock = { now: () => Date.UTC(2026, 10, 24, 12) };
const wire = httpWire('public and loopback');
const schema = z.object({ id: z.string() });
const bearer: Authorize = async () => ({ kind: 'authorized', headers: { authorization: 'Bearer t-1' } });

/** A transport to a server, whose other origins are strange ones. */
function to(address: string, authorize: Authorize | undefined = bearer, others: string[] = []) {
  const hosts = { name: 'Acme', origins: new Set([address, ...others]) };
  const transport = providerTransport({ wire, hosts, clock, authorize });
  return <T = z.output<typeof schema>>(path: string, request: Partial<ProviderRequest<T>> = {}) =>
    transport.send({ url: new URL(path, address), expects: jsonOf(schema) as never, ...request });
}

const kindsOf: [string, (response: ServerResponse) => void, FailureKind][] = [
  ['401', (r) => json(r, {}, 401), 'refused'],
  ['403', (r) => json(r, {}, 403), 'forbidden'],
  ['404', (r) => json(r, {}, 404), 'missing'],
  ['410', (r) => json(r, {}, 410), 'missing'],
  ['406', (r) => json(r, {}, 406), 'impossible'],
  ['409', (r) => json(r, {}, 409), 'tooOld'],
  ['416', (r) => json(r, {}, 416), 'badRange'],
  ['429', (r) => json(r, {}, 429), 'rateLimited'],
  ['400', (r) => json(r, {}, 400), 'rejected'],
  ['418', (r) => json(r, {}, 418), 'rejected'],
  ['500', (r) => json(r, {}, 500), 'failing'],
  ['503 without a body', (r) => r.writeHead(503).end(), 'failing'],
  ['207, which no request asks for', (r) => json(r, {}, 207), 'unexpected'],
  ['a redirect without Location', (r) => r.writeHead(302).end(), 'unexpected'],
  ['HTML', (r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<html>'), 'malformed'],
  ['an empty body', (r) => r.writeHead(200).end(), 'malformed'],
  ['204 where there must be a document', (r) => r.writeHead(204).end(), 'malformed'],
  ['JSON of another type', (r) => json(r, { id: 7 }), 'malformed'],
  ['a list', (r) => json(r, []), 'malformed'],
  [
    'half a body with a length',
    (r) => {
      r.writeHead(200, { 'content-length': '100' });
      r.write('{"id":"a"}');
      setTimeout(() => r.destroy(), 20);
    },
    'broken',
  ],
  [
    'half a body in chunks',
    (r) => {
      r.writeHead(200);
      r.write('{"id":"a"}');
      setTimeout(() => r.destroy(), 20);
    },
    'broken',
  ],
  [
    'half a compressed body',
    (r) => {
      const whole = gzipSync(JSON.stringify({ id: 'a'.repeat(1_000) }));
      r.writeHead(200, { 'content-encoding': 'gzip' });
      r.end(whole.subarray(0, whole.length - 12));
    },
    'broken',
  ],
  ['bytes that are not gzip', (r) => r.writeHead(200, { 'content-encoding': 'gzip' }).end('{"id":"a"}'), 'malformed'],
  ['an encoding that nobody asked for', (r) => r.writeHead(200, { 'content-encoding': 'zstd' }).end('x'), 'malformed'],
  ['nothing', (r) => void r.destroy(), 'unreachable'],
];

test.each(kindsOf)('%s is an outcome of its own', async (_, answer, kind) => {
  const { address } = await startProvider((_asked, response) => answer(response));
  const outcome = await to(address)('/fields');
  expect(outcome).toMatchObject({ kind: 'failed', failure: { kind, message: expect.stringMatching(/^Acme /) } });
});

test('a server that is not there, answers late, or drips is an outcome within the time', async () => {
  const gone = await startProvider(() => undefined);
  gone.close();
  expect(await to(gone.address)('/')).toMatchObject({ failure: { kind: 'unreachable' } });
  const silent = await startProvider(() => undefined);
  expect(await to(silent.address)('/', { waitMilliseconds: 100 })).toMatchObject({ failure: { kind: 'late' } });
  const dripping = await startProvider((_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  });
  expect(await to(dripping.address)('/', { waitMilliseconds: 200 })).toMatchObject({ failure: { kind: 'late' } });
});

test.each([
  ['plain', (text: string) => Buffer.from(text), undefined],
  ['gzip', gzipSync, 'gzip'],
  ['deflate', deflateSync, 'deflate'],
  ['br', brotliCompressSync, 'br'],
])('a body is read %s, and no further than its limit once decompressed', async (_, pack, encoding) => {
  const { address } = await startProvider(({ path }, response) => {
    response.writeHead(200, encoding ? { 'content-encoding': encoding } : {});
    response.end(pack(JSON.stringify({ id: path === '/large' ? 'a'.repeat(5_000_000) : 'é' })));
  });
  expect(await to(address)('/small')).toMatchObject({ kind: 'answered', value: { id: 'é' } });
  const limited = await to(address)('/large', { expects: jsonOf(schema, 1_000_000) });
  expect(limited).toMatchObject({ failure: { kind: 'tooLarge', message: 'Acme answered more than 1 MB.' } });
});

test('201, 202, 204, 206 and 304 are outcomes with their headers', async () => {
  const { address } = await startProvider(({ path }, response) => {
    const status = Number(path.slice(1));
    const headers = { location: '/files/7', 'x-next-token': 't', 'retry-after': '5' };
    response.writeHead(status, headers).end(status === 201 || status === 206 ? '{"id":"a"}' : undefined);
  });
  const send = to(address);
  expect(await send('/201')).toMatchObject({ kind: 'answered', status: 201, headers: { location: '/files/7' } });
  expect(await send('/206')).toMatchObject({ kind: 'answered', status: 206, headers: { 'x-next-token': 't' } });
  expect(await send('/202')).toMatchObject({ kind: 'accepted', location: '/files/7', retryAfterSeconds: 5 });
  expect(await send('/204', { expects: nothing as never })).toMatchObject({ kind: 'answered', status: 204 });
  expect(await send('/304')).toMatchObject({ kind: 'unchanged' });
});

describe('authorization', () => {
  test('goes to the hosts of the provider alone', async () => {
    const stranger = await startProvider((_, response) => json(response, { id: 'stolen' }));
    const { address } = await startProvider((_, response) => json(response, { id: 'a' }));
    const url = new URL('/next-page', stranger.address);
    expect(await to(address)('/', { url })).toMatchObject({ failure: { kind: 'misdirected' } });
    expect(stranger.asked).toEqual([]);
    expect(await to(address, bearer, [stranger.address])('/', { url })).toMatchObject({ kind: 'answered' });
  });

  test.each([301, 302, 303, 307, 308])(
    'does not follow a %i to another host, and follows one within the provider',
    async (status) => {
      const stranger = await startProvider((_, response) => json(response, { id: 'stolen' }));
      const { address, asked } = await startProvider(({ path }, response) => {
        if (path === '/there') return json(response, { id: 'there' });
        response.writeHead(status, { location: path === '/in' ? '/there' : `${stranger.address}/x` }).end();
      });
      expect(await to(address)('/out')).toMatchObject({
        kind: 'elsewhere',
        status,
        location: new URL(`${stranger.address}/x`),
      });
      expect(stranger.asked).toEqual([]);
      expect(await to(address)('/in')).toMatchObject({ value: { id: 'there' } });
      expect(asked.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer t-1'));
      expect(await to(address)('/in', { redirects: 'hand back' })).toMatchObject({ kind: 'elsewhere', status });
      expect(await to(address)('/in', { method: 'POST', body: { json: {} } })).toMatchObject({
        kind: 'elsewhere',
        status,
      });
    },
  );

  test('is left out for a signed address, on any host', async () => {
    const bucket = await startProvider((_, response) => void response.end('zip'));
    const { address } = await startProvider(() => undefined);
    const outcome = await to(address)<Uint8Array>('/', {
      url: new URL('/file?X-Amz-Signature=s', bucket.address),
      address: 'signed',
      expects: bytesUpTo(10),
    });
    expect(outcome).toMatchObject({ kind: 'answered', value: Buffer.from('zip') });
    expect(bucket.asked[0]?.headers).not.toHaveProperty('authorization');
  });

  test('ends a circle of redirects', async () => {
    const { address } = await startProvider(
      (_, response) => void response.writeHead(302, { location: '/again' }).end(),
    );
    expect(await to(address)('/')).toMatchObject({
      failure: { kind: 'unexpected', message: expect.stringContaining('5 times') },
    });
  });

  test('is renewed once after a 401, and not when there is nothing newer', async () => {
    const { address, asked } = await startProvider(({ headers }, response) =>
      json(response, { id: 'a' }, headers.authorization === 'Bearer new' ? 200 : 401),
    );
    const renewing: Authorize = async (_, rejected) => ({
      kind: 'authorized',
      headers: { authorization: rejected ? 'Bearer new' : 'Bearer old' },
    });
    expect(await to(address, renewing)('/')).toMatchObject({ kind: 'answered' });
    expect(asked.length).toBe(2);
    expect(await to(address)('/')).toMatchObject({ failure: { kind: 'refused' } });
    expect(asked.length).toBe(3);
  });

  test('can be a signature over method, host, path and time, made anew for each address', async () => {
    const sign = (text: string) => createHmac('sha1', Buffer.from('c2VjcmV0', 'base64')).update(text).digest('base64');
    const lines = (method: string, host: string, path: string) =>
      [method, host, path, '1'].map((line) => `${line}\r\n`).join('');
    const { address } = await startProvider(({ method, path, headers }, response) => {
      const isRight = headers['x-ss-signature'] === sign(lines(method, headers.host ?? '', path));
      if (isRight && path === '/moved') response.writeHead(301, { location: '/jobdata' }).end();
      else json(response, { id: 'a' }, isRight ? 200 : 401);
    });
    const signed: Authorize = async ({ method, url }) => ({
      kind: 'authorized',
      headers: { 'x-ss-signature': sign(lines(method, url.host, url.pathname)) },
    });
    expect(await to(address, signed)('/moved')).toMatchObject({ kind: 'answered' });
  });
});

test('addresses that are not public are not connected to', async () => {
  const { address, asked } = await startProvider((_, response) => json(response, { id: 'a' }));
  const send = (host: string, networks: 'public' | 'public and loopback') =>
    providerTransport({
      wire: httpWire(networks),
      hosts: { name: 'Acme', origins: new Set([host]) },
      clock,
    }).send({ url: new URL('/', host), expects: jsonOf(schema) });
  expect(await send(address, 'public')).toMatchObject({ failure: { kind: 'misdirected' } });
  expect(await send(address.replace('127.0.0.1', 'localhost'), 'public')).toMatchObject({
    failure: { kind: 'misdirected' },
  });
  expect(await send('https://169.254.169.254', 'public and loopback')).toMatchObject({
    failure: { kind: 'misdirected' },
  });
  expect(asked).toEqual([]);
  expect(await send(address, 'public and loopback')).toMatchObject({ kind: 'answered' });
});

test('a kept connection that the provider has closed is no failure', async () => {
  const { address, asked } = await startProvider(({ path }, response) => {
    json(response, { id: path });
    // The next request meets a connection that is being closed.
    setImmediate(() => response.socket?.destroy());
  });
  const send = to(address);
  for (let call = 0; call < 20; call += 1) expect(await send(`/${call}`)).toMatchObject({ kind: 'answered' });
  expect(asked.length).toBeGreaterThanOrEqual(20);
});

test('every answer is seen by the log, with the beginning of its body', async () => {
  const { address } = await startProvider(({ path }, response) =>
    json(response, { id: path }, path === '/a' ? 200 : 500),
  );
  const seen: unknown[] = [];
  const hosts = { name: 'Acme', origins: new Set([address]) };
  const transport = providerTransport({ wire, hosts, clock, seen: (exchange) => seen.push(exchange) });
  for (const path of ['/a', '/b']) await transport.send({ url: new URL(path, address), expects: jsonOf(schema) });
  expect(seen).toMatchObject([
    { statusCode: 200, body: '{"id":"/a"}', headers: expect.stringContaining('content-type: application/json') },
    { statusCode: 500, body: '{"id":"/b"}' },
  ]);
});
