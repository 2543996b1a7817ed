import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { control, idle } from './cloud.ts';
import { freshOwner } from './owner.ts';

/** A collector that keeps what it is sent, in OTLP's JSON form. */
const received: { path: string; authorization: string | undefined; body: OtlpBody }[] = [];
let status = 200;
const collector = createServer(async (request, response) => {
  const { url = '', headers } = request;
  received.push({ path: url, authorization: headers.authorization, body: JSON.parse(await text(request)) });
  response.writeHead(status).end('{}');
});

interface OtlpBody {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
}
interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  status: { code: number; message?: string };
}
interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: string };
}

const traced = ['furrow-dev-query', 'furrow-dev-run-queries', 'furrow-dev-users'];
const setUrl = async (TRACES_URL: string) => {
  for (const name of traced) await control('POST', `/functions/${name}/variables`, { TRACES_URL });
};

let address: string;
beforeAll(async () => {
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  address = `127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
  await setUrl(`http://furrow:s%3Acret@${address}`);
});
afterAll(async () => {
  await setUrl('');
  collector.close();
});
beforeEach(() => {
  received.length = 0;
  status = 200;
});

const owner = await freshOwner();

/** Spans that have arrived, with their attributes as an object and the name of their function. */
function spans() {
  return received.flatMap(({ body }) =>
    body.resourceSpans.flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap((scope) =>
        scope.spans.map((span) => ({
          ...span,
          service: valuesOf(resource.attributes)['service.name'],
          attributes: valuesOf(span.attributes),
        })),
      ),
    ),
  );
}

function valuesOf(attributes: Attribute[]): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']));
}

/** A tracer gives a collector half a second, which a busy machine may need: what got lost so is asked for again. */
const maxRequests = 8;

/** A query that runs behind its answer, with the spans of its request and of its worker. */
async function followedQuery() {
  for (let request = 1; ; request += 1) {
    received.length = 0;
    const { headers } = await owner.call('POST', '/services/pointlake/api/v2/query', {
      body: 'SELECT 1 AS one',
      headers: { 'content-type': 'text/plain', prefer: 'respond-async' },
    });
    await idle();
    const api = spans().find(({ service }) => service === 'furrow-dev-query');
    const worker = spans().find(({ service }) => service === 'furrow-dev-run-queries');
    if ((api && worker) || request === maxRequests) return { headers, api, worker };
  }
}

test('one request can be followed from the API over its queue to the worker', async () => {
  const { headers, api, worker } = await followedQuery();
  expect(api).toMatchObject({
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    name: 'POST /services/pointlake/api/v2/query',
    kind: 2,
    status: { code: 1 },
    attributes: {
      'http.route': '/services/pointlake/api/v2/query',
      'http.response.status_code': '202',
      'furrow.owner': owner.owner.id,
      'furrow.request_id': headers.get('x-request-id'),
    },
  });
  expect(worker).toMatchObject({
    traceId: api?.traceId,
    parentSpanId: api?.spanId,
    name: 'process furrow-dev-queries',
    kind: 5,
    status: { code: 1 },
    attributes: { 'messaging.system': 'aws_sqs', 'furrow.received': '1' },
  });
  for (const { startTimeUnixNano: start, endTimeUnixNano: end } of spans())
    expect(BigInt(end) >= BigInt(start)).toBe(true);
  const login = `Basic ${Buffer.from('furrow:s:cret').toString('base64')}`;
  expect(new Set(received.map(({ path, authorization }) => `${path} ${authorization}`))).toEqual(
    new Set([`/v1/traces ${login}`]),
  );
});

test('no query text, path, body or name of a person is in a span', async () => {
  const email = 'traced@furrow.example';
  const { body } = await owner.post<{ id: string }>('/services/usermanagement/api/users', {
    name: 'Ada Traced',
    email,
  });
  for (let request = 1; request <= maxRequests && spans().length < 2; request += 1)
    await owner.get(`/services/usermanagement/api/users/${body.id}`);
  expect(spans().map(({ name }) => name)).toContain('GET /services/usermanagement/api/users/{id}');
  const sent = JSON.stringify(received.map((one) => one.body));
  for (const secret of [body.id, email, 'Traced']) expect(sent).not.toContain(secret);
});

test('a collector that fails or is gone changes no answer', async () => {
  status = 500;
  expect((await owner.get('/services/usermanagement/api/users')).status).toBe(200);
  await setUrl('http://127.0.0.1:9/v1/traces');
  expect((await owner.get('/services/usermanagement/api/users')).status).toBe(200);
  await setUrl(`http://furrow:s%3Acret@${address}`);
});
