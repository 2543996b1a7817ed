import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listen } from '../../../../local/http/http-listener.ts';
import { climateSandbox } from '../../../../local/sandboxes/climate-field-view/sandbox.ts';
import { deereSandbox } from '../../../../local/sandboxes/john-deere/sandbox.ts';
import { refuseDuplicates, startSandboxes } from '../../../../local/sandboxes/sandboxes.ts';
import { skewedClock } from '../../../../local/sandboxes/server/sandbox-clock.ts';
import { serveWire } from '../../../../local/sandboxes/server/sandbox-server.ts';
import { type Deere, deere } from '../john-deere/deere.ts';
import { ask, askToken } from '../sandbox-client.ts';

let sandbox: Deere;
beforeEach(async () => {
  sandbox = await deere();
});
afterEach(() => sandbox.close());

const organizations = () => sandbox.call('/platform/organizations');
const fail = (...next: object[]) => sandbox.control('POST', '/faults', { next });

describe('the control of a sandbox', () => {
  test('counts calls by kind', async () => {
    await organizations();
    await organizations();
    const { body } = await sandbox.control('GET', '/calls');
    expect(body).toMatchObject({ total: 3, kinds: { token: 1, organizations: 2 }, statuses: { 200: 3 } });
    await sandbox.control('DELETE', '/calls');
    expect((await sandbox.control('GET', '/calls')).body.total).toBe(0);
  });

  test('fails the next calls of a kind, without doing what they ask', async () => {
    await fail({ kind: 'createFile', status: 503, headers: { 'retry-after': '7' }, body: '{', times: 2 });
    const create = () =>
      sandbox.call('/platform/organizations/1234/files', { method: 'POST', body: { name: 'file.zip' } });
    expect((await organizations()).status).toBe(200);
    const failed = await create();
    expect([failed.status, failed.headers.get('retry-after'), failed.body]).toEqual([503, '7', '{']);
    expect((await create()).status).toBe(503);
    expect((await sandbox.control('GET', '/world/files')).body.items).toHaveLength(2);
    expect((await create()).status).toBe(201);
  });

  test('cuts an answer in the middle, after doing what was asked', async () => {
    await fail({ path: '/fields', isCut: true });
    const body = { name: 'New', farms: { farms: [{ name: 'F' }] }, clients: { clients: [{ name: 'C' }] } };
    await expect(sandbox.call('/platform/organizations/1234/fields')).rejects.toThrow();
    expect((await sandbox.call('/platform/organizations/1234/fields', { method: 'POST', body })).status).toBe(201);
  });

  test('slows calls', async () => {
    await fail({ delayMilliseconds: 300 });
    const started = performance.now();
    await organizations();
    expect(performance.now() - started).toBeGreaterThan(290);
  });

  test('limits calls per minute, and says when the next one may come', async () => {
    await sandbox.control('PUT', '/limit', { perMinute: 2 });
    expect([(await organizations()).status, (await organizations()).status]).toEqual([200, 200]);
    sandbox.clock.now += 20_000;
    const { status, headers } = await organizations();
    expect([status, headers.get('retry-after')]).toEqual([429, '40']);
    sandbox.clock.now += 40_000;
    expect((await organizations()).status).toBe(200);
    await sandbox.control('PUT', '/limit', { perMinute: null });
    for (let at = 0; at < 5; at += 1) expect((await organizations()).status).toBe(200);
  });

  test('puts the clock wrong', async () => {
    await sandbox.control('PUT', '/clock', { skewMilliseconds: -86_400_000 });
    expect(new Date((await organizations()).headers.get('date') ?? '').getTime()).toBe(sandbox.clock.now - 86_400_000);
    await sandbox.control('PUT', '/clock', { skewMilliseconds: 13 * 3_600_000 });
    expect((await organizations()).status).toBe(401);
  });

  test('adds, changes and removes objects, and says what is wrong', async () => {
    const operator = { organizationId: '1234', name: 'New', archived: false, modified: '2026-05-01T00:00:00.000Z' };
    expect((await sandbox.control('PUT', '/world/operators/7', operator)).body).toEqual({ id: '7', ...operator });
    expect((await sandbox.call('/platform/organizations/1234/operators')).body.total).toBe(3);
    await sandbox.control('DELETE', '/world/operators/7');
    expect((await sandbox.call('/platform/organizations/1234/operators')).body.total).toBe(2);
    const wrong = await sandbox.control('PUT', '/world/operators/8', { name: 5 });
    expect([wrong.status, wrong.body.message]).toEqual([400, expect.stringContaining('name')]);
    expect((await sandbox.control('GET', '/world/tractors')).status).toBe(404);
  });

  test.each([
    ['a page', { origin: 'http://127.0.0.1:8000' }],
    ['a proxy', { 'x-forwarded-host': 'farm.example' }],
  ])('does not answer %s', async (_, headers) => {
    expect((await ask(`${sandbox.endpoint}/control/calls`, { headers })).status).toBe(403);
  });
});

describe('events', () => {
  test('of changes are sent in batches to those who subscribed, with their token and authorization', async () => {
    const received: { authorization: string | undefined; events: Record<string, unknown>[] }[] = [];
    const listener = await listen(
      async (request, response) => {
        const chunks = [];
        for await (const chunk of request) chunks.push(chunk);
        received.push({
          authorization: request.headers.authorization,
          events: JSON.parse(Buffer.concat(chunks).toString()),
        });
        response.writeHead(204).end();
      },
      { host: '127.0.0.1', graceMilliseconds: 0 },
    );
    const subscribe = (uri: string, orgId: string) =>
      sandbox.call('/platform/eventSubscriptions', {
        method: 'POST',
        body: {
          eventTypeId: 'field',
          filters: [{ key: 'orgId', values: [orgId] }],
          targetEndpoint: { targetType: 'https', uri },
          token: 'abc=',
        },
      });
    await subscribe(`${listener.endpoint}/events`, '1234');
    await subscribe(`${listener.endpoint}/others`, '4321');
    await subscribe('https://farm.example/events', '1234');
    const delivery = { authorizationHeaderValue: 'Bearer 1', maxBatchSize: 2 };
    await sandbox.call('/platform/eventSubscriptionDelivery', { method: 'PATCH', body: delivery });
    const { body } = await sandbox.control('GET', '/world/fields');
    for (const { id } of body.items.slice(0, 3)) await sandbox.control('PUT', `/world/fields/${id}`, { name: 'New' });
    const sent = await sandbox.control('POST', '/deliveries');
    expect(
      sent.body.delivered.map(({ events, status }: { events: number; status?: number }) => [events, status]),
    ).toEqual([
      [2, 204],
      [1, 204],
      // Nobody outside of this machine is called.
      [2, undefined],
      [1, undefined],
    ]);
    expect(received.map(({ authorization, events }) => [authorization, events.length])).toEqual([
      ['Bearer 1', 2],
      ['Bearer 1', 1],
    ]);
    expect(received[0]?.events[0]).toMatchObject({
      eventTypeId: 'field',
      token: 'abc=',
      clientKey: sandbox.access.clientId,
    });
    expect(received[0]?.events[0]?.targetResource).toMatch(/\/platform\/organizations\/1234\/fields\/fbf5c2c6/);
    expect((await sandbox.control('POST', '/deliveries')).body.delivered).toEqual([]);
    sandbox.clock.now += 30 * 86_400_000;
    await sandbox.close();
    await listener.close();
  });
});

test('a wire is made at the first call, and only then', async () => {
  let made = 0;
  const quiet = { kindOf: () => 'any', answer: () => ({ status: 204 }), tooMany: () => ({ status: 429 }), control: [] };
  const make = async () => {
    made += 1;
    return quiet;
  };
  const server = await serveWire(make, { clock: skewedClock(Date.now) });
  expect(made).toBe(0);
  const answers = await Promise.all([ask(server.endpoint), ask(`${server.endpoint}//`)]);
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  expect(made).toBe(1);
  await server.close();
});

test('a token of one sandbox is none of another', async () => {
  const sandboxes = await startSandboxes({ now: Date.now });
  const { JohnDeere, ClimateFieldView } = sandboxes.access;
  const given = { grant_type: 'refresh_token', refresh_token: JohnDeere.refreshToken };
  expect((await askToken(ClimateFieldView, `${ClimateFieldView.url}/api/oauth/token`, given)).status).toBe(400);
  const headers = { authorization: `Bearer ${sandbox.accessToken}`, 'x-api-key': ClimateFieldView.apiKey };
  expect((await ask(`${ClimateFieldView.url}/v4/fields`, { headers })).status).toBe(401);
  await sandboxes.close();
});

test('two sandboxes of one provider are refused by its key', () => {
  expect(() => refuseDuplicates([deereSandbox, climateSandbox])).not.toThrow();
  expect(() => refuseDuplicates([deereSandbox, climateSandbox, { ...deereSandbox }])).toThrow(
    'two sandboxes have the key JohnDeere',
  );
});

test('the same seed makes the same world and clients', async () => {
  const [one, other] = [await startSandboxes({ now: () => 0 }), await startSandboxes({ now: () => 0 })];
  const { url: _, ...access } = one.access.JohnDeere;
  expect(other.access.JohnDeere).toMatchObject(access);
  await Promise.all([one.close(), other.close()]);
});
