import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { httpListeners } from '../../../adapters/webhooks/http-listeners.ts';

const clock = { now: () => Date.parse('2026-05-01T12:00:00Z') };
const local = httpListeners({ allowed: 'public and loopback', clock });
const servers: (() => void)[] = [];
afterEach(() => {
  for (const close of servers.splice(0)) close();
});

async function served(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const send = (url: string, signal?: AbortSignal) =>
  local.send(url, { headers: {}, body: '{}', ...(signal && { signal }) });

test('a response outside 2xx is reported with its status and its beginning', async () => {
  const url = await served((_, response) => response.writeHead(503, { 'retry-after': '120' }).end('x'.repeat(50_000)));
  expect(await send(url)).toEqual({ status: 503, response: 'x'.repeat(1_000), retryAfterMilliseconds: 120_000 });
});

test('a time to retry at is read, and a past one is ignored', async () => {
  const at = (time: string) => served((_, response) => response.writeHead(429, { 'retry-after': time }).end());
  expect(await send(await at('Fri, 01 May 2026 12:05:00 GMT'))).toMatchObject({ retryAfterMilliseconds: 300_000 });
  expect(await send(await at('Fri, 01 May 2026 11:00:00 GMT'))).toMatchObject({ retryAfterMilliseconds: 0 });
  expect(await send(await at('soon'))).toMatchObject({ retryAfterMilliseconds: 0 });
});

test('a redirect is a response, and is not followed', async () => {
  let followed = 0;
  const elsewhere = await served((_, response) => {
    followed += 1;
    response.end();
  });
  const url = await served((_, response) => response.writeHead(307, { location: elsewhere }).end());
  expect(await send(url)).toMatchObject({ status: 307 });
  expect(followed).toBe(0);
});

test('an acknowledgement does not wait for its body', async () => {
  const url = await served((_, response) => void response.writeHead(200).write('this never ends'));
  expect(await send(url)).toMatchObject({ status: 200, response: '' });
});

test('an unreachable listener is reported without its URL', async () => {
  const url = await served((request) => request.socket.destroy());
  expect(await send(url)).toEqual({ connectionError: 'the connection failed: ECONNRESET', noAnswer: false });
  for (const close of servers.splice(0)) close();
  expect(await send(url)).toEqual({ connectionError: 'the connection failed: ECONNREFUSED', noAnswer: false });
});

test('an attempt that is given up ends', async () => {
  const url = await served(() => undefined);
  const giveUp = new AbortController();
  const sent = send(url, giveUp.signal);
  giveUp.abort();
  expect(await sent).toMatchObject({ noAnswer: true });
});

test('only the public internet is called, and only with TLS', async () => {
  let asked = 0;
  const url = await served((_, response) => {
    asked += 1;
    response.end();
  });
  const strict = httpListeners({ allowed: 'public', clock });
  expect(await strict.send(url, { headers: {}, body: '{}' })).toMatchObject({
    connectionError: expect.stringContaining('public'),
  });
  expect(asked).toBe(0);
  for (const refused of [url, 'http://example.com/', 'https://10.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/'])
    expect(() => strict.check(refused)).toThrow(/https|private/);
  expect(() => strict.check('https://example.com/hooks')).not.toThrow();
});
