import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { placeIn } from '../../../../adapters/aws/tracing/trace-header.ts';
import { type Ended, tracerOf } from '../../../../adapters/aws/tracing/tracer.ts';

const root = '5759e988bd862e3fe1be46a994272793';
const header = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0;Lineage=1:2:0';

afterEach(() => vi.restoreAllMocks());

test('a header of AWS names a trace and a span', () => {
  expect(placeIn(header)).toEqual({ traceId: root, spanId: '53995c3f42cd8ad8' });
  expect(placeIn('Parent=53995c3f42cd8ad8;Root=1-5759e988-bd862e3fe1be46a994272793')?.traceId).toBe(root);
});

test.each([
  undefined,
  '',
  'Root=1-5759e988-bd862e3fe1be46a994272793',
  'Root=1-x-y;Parent=53995c3f42cd8ad8',
  `X${header}`,
])('%j names none', (text) => expect(placeIn(text)).toBeUndefined());

const ended: Ended = {
  name: 'GET /fields',
  kind: 'server',
  begun: 1000,
  ended: 1001.4,
  attributes: { a: 'b', n: 1.5 },
};

/** What a collector is sent for these spans by a function with this header. */
async function sent(spans: readonly Ended[], ownHeader?: string, remaining = 1000) {
  const bodies: string[] = [];
  const collector = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.end();
  });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const TRACES_URL = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
  const variables: Record<string, string | undefined> = { TRACES_URL, _X_AMZN_TRACE_ID: ownHeader };
  await tracerOf((name) => variables[name])?.send(spans, remaining);
  collector.close();
  return bodies.flatMap((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans);
}

test('a span has the ids of its invocation, times in nanoseconds, and what has a value', async () => {
  expect(await sent([{ ...ended, attributes: { ...ended.attributes, none: undefined } }], header)).toEqual([
    {
      traceId: root,
      spanId: '53995c3f42cd8ad8',
      name: 'GET /fields',
      kind: 2,
      startTimeUnixNano: '1000000000',
      endTimeUnixNano: '1001000000',
      attributes: [
        { key: 'a', value: { stringValue: 'b' } },
        { key: 'n', value: { intValue: '2' } },
      ],
      status: { code: 1 },
    },
  ]);
});

test('a message is below what sent it, also where the invocation is of another trace; each span of a batch has an id of its own', async () => {
  const cause = 'Root=1-00000000-000000000000000000000001;Parent=000000000000000a';
  const spans = await sent(
    [
      { ...ended, cause },
      { ...ended, cause: header },
      { ...ended, cause: header, failure: 'Error' },
    ],
    header,
  );
  expect(spans.map(({ traceId, parentSpanId }) => [traceId.slice(-3), parentSpanId])).toEqual([
    ['001', '000000000000000a'],
    ['793', '53995c3f42cd8ad8'],
    ['793', '53995c3f42cd8ad8'],
  ]);
  expect(new Set([...spans.map(({ spanId }) => spanId), '53995c3f42cd8ad8']).size).toBe(4);
  expect(spans.at(-1).status).toEqual({ code: 2, message: 'Error' });
});

test('without a collector nothing is traced, and one that is gone is told and harms nothing', async () => {
  expect(tracerOf(() => undefined)).toBeUndefined();
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const gone = tracerOf((name) => (name === 'TRACES_URL' ? 'http://127.0.0.1:9/v1/traces' : undefined));
  await expect(gone?.send([ended], 1000)).resolves.toBeUndefined();
  expect(warned).toHaveBeenCalledOnce();
});

test('nothing is sent when the function is about to be ended, whose answer would be lost', async () => {
  expect(await sent([ended], header, 40)).toEqual([]);
});
