import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { discover } from '../../../../adapters/providers/transport/discover.ts';
import { bytesUpTo, jsonOf } from '../../../../adapters/providers/transport/expects.ts';
import { harSchema } from '../../../../adapters/providers/transport/har.ts';
import { httpWire } from '../../../../adapters/providers/transport/http-wire.ts';
import { poll } from '../../../../adapters/providers/transport/poll.ts';
import { recording } from '../../../../adapters/providers/transport/record.ts';
import { replay } from '../../../../adapters/providers/transport/replay.ts';
import { providerTransport } from '../../../../adapters/providers/transport/send.ts';
import type { Wire } from '../../../../adapters/providers/transport/wire.ts';
import type { Outcome } from '../../../../domain/transport/outcome.ts';
import { type ListPage, pagesOf } from '../../../../domain/transport/pages.ts';
import { json, startProvider } from './provider-server.ts';

const clock = { now: () => Date.UTC(2026, 10, 24, 12) };
const page = z.object({ values: z.array(z.string()) });
const [token, secret] = ['eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJncm93ZXIifQ.c2lnbmF0dXJl', 'client-secret-of-acme'];

/** A provider with pages by token, a file in ranges, and a body that repeats what it was sent. */
const acme = () =>
  startProvider(({ path, headers }, response) => {
    if (path === '/file') {
      const [, from, to] = /^bytes=(\d)-(\d)$/.exec(headers.range ?? '') ?? [];
      return void response
        .writeHead(206, { 'content-range': `bytes ${from}-${to}/6`, 'content-type': 'application/zip' })
        .end(Buffer.from([0, 1, 2, 253, 254, 255]).subarray(Number(from), Number(to) + 1));
    }
    const next = headers['x-next-token'];
    if (next === undefined)
      return json(response, { values: ['a'] }, 206, {
        'x-next-token': 'page-two-of-many',
        'set-cookie': 'session=abc123',
      });
    if (next === 'page-two-of-many') json(response, { values: ['b'], access_token: token, echo: `sent ${secret}` });
    else json(response, {}, 409);
  });

/** A small adapter, which is the same over the network and over a recording. */
async function read(wire: Wire, address: string) {
  const authorize = async () => ({ kind: 'authorized', headers: { authorization: `Bearer ${token}` } }) as const;
  const transport = providerTransport({ wire, hosts: { name: 'Acme', origins: new Set([address]) }, clock, authorize });
  const ask = async (mark: string | undefined): Promise<Outcome<ListPage<string[]>>> => {
    const outcome = await transport.send({
      url: new URL('/fields?api_key=key-of-acme', address),
      expects: jsonOf(page),
      ...(mark !== undefined && { headers: { 'x-next-token': mark } }),
    });
    if (outcome.kind !== 'answered') return outcome;
    const next = outcome.status === 206 ? outcome.headers['x-next-token'] : undefined;
    return { ...outcome, value: { page: outcome.value.values, next } };
  };
  const values: string[] = [];
  const pages = pagesOf(ask);
  let one = await pages.next();
  for (; !one.done; one = await pages.next()) values.push(...one.value);
  const parts: number[] = [];
  for (const range of ['bytes=3-5', 'bytes=0-2']) {
    const part = await transport.send({ url: new URL('/file', address), headers: { range }, expects: bytesUpTo(10) });
    if (part.kind === 'answered') parts.push(...part.value);
  }
  return { values, parts, end: one.value };
}

const expected = {
  values: ['a', 'b'],
  parts: [253, 254, 255, 0, 1, 2],
  end: { kind: 'complete', pages: 2, change: undefined },
};

describe('a recording', () => {
  test('is played through the same adapter, without its secrets', async () => {
    const { address } = await acme();
    const recorded = recording(httpWire('public and loopback'), { secrets: [secret], clock });
    expect(await read(recorded.wire, address)).toEqual(expected);
    const text = JSON.stringify(recorded.har());
    for (const word of [token, secret, 'session=abc123', 'page-two-of-many', 'key-of-acme'])
      expect(text).not.toContain(word);
    expect(text).toContain('Bearer stripped-');
    // The address of a recording has a stand-in for its key too, so that the adapter asks with that.
    const har = harSchema.parse(JSON.parse(text));
    const standIn = new URL(har.log.entries[0]?.request.url ?? '').searchParams.get('api_key') ?? '';
    const asked = har.log.entries.map((entry) => ({
      ...entry,
      request: { ...entry.request, url: entry.request.url.replace(standIn, 'key-of-acme') },
    }));
    const played = replay({ log: { ...har.log, entries: asked } });
    expect(await read(played.wire, address)).toEqual(expected);
    expect(played.left()).toEqual([]);
  });

  test('answers nothing that was not recorded', async () => {
    const { wire } = replay({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries: [] } });
    expect(await read(wire, 'https://api.acme.example')).toMatchObject({
      end: { kind: 'failed', failure: { kind: 'unreachable' } },
    });
  });
});

describe('work that is not ready', () => {
  const acceptedTimes = (times: number, retryAfterSeconds?: number) => {
    let asked = 0;
    return async (): Promise<Outcome<string>> => {
      asked += 1;
      return asked <= times
        ? { kind: 'accepted', headers: {}, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
        : { kind: 'answered', status: 200, headers: {}, value: 'ready' };
    };
  };
  const timed = () => {
    let now = 0;
    const waits: number[] = [];
    const wait = async (milliseconds: number) => {
      now += milliseconds;
      waits.push(milliseconds / 1_000);
    };
    return { clock: { now: () => now }, wait, waits };
  };

  test('is asked for again after 5, 10 and 20 s', async () => {
    const time = timed();
    expect(await poll('Acme', acceptedTimes(3), undefined, { ...time, until: 60_000 })).toMatchObject({
      value: 'ready',
    });
    expect(time.waits).toEqual([5, 10, 20]);
  });

  test('is handed back when the worker has no more time, and goes on from there', async () => {
    const time = timed();
    const ask = acceptedTimes(3);
    const waiting = await poll('Acme', ask, undefined, { ...time, until: 8_000 });
    expect(waiting).toEqual({ kind: 'waiting', polled: { since: 0, times: 2 }, afterSeconds: 10 });
    if (waiting.kind !== 'waiting') return;
    expect(await poll('Acme', ask, waiting.polled, { ...time, until: 60_000 })).toMatchObject({ value: 'ready' });
    expect(time.waits).toEqual([5, 20]);
  });

  test('has failed after 30 minutes, and waits as long as the provider says', async () => {
    const time = timed();
    const outcome = await poll('Acme', acceptedTimes(99, 400), undefined, { ...time, until: 1e9 });
    expect(outcome).toMatchObject({ kind: 'failed', failure: { kind: 'late' } });
    expect(time.waits).toEqual([400, 400, 400, 400]);
  });
});

test('discovered endpoints count on hosts of the provider alone', async () => {
  let tokenEndpoint = '';
  const { address } = await startProvider((_, response) =>
    json(response, { issuer: address, token_endpoint: tokenEndpoint }),
  );
  const hosts = { name: 'Acme', origins: new Set([address]) };
  const transport = providerTransport({ wire: httpWire('public and loopback'), hosts, clock });
  const url = new URL('/.well-known/oauth-authorization-server', address);
  tokenEndpoint = `${address}/v1/token`;
  expect(await discover(transport, hosts, url)).toMatchObject({
    kind: 'answered',
    value: { token: new URL(tokenEndpoint) },
  });
  tokenEndpoint = 'https://evil.example/token';
  expect(await discover(transport, hosts, url)).toMatchObject({ failure: { kind: 'misdirected' } });
  tokenEndpoint = 'nowhere';
  expect(await discover(transport, hosts, url)).toMatchObject({ failure: { kind: 'malformed' } });
});
