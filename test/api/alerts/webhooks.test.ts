import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Webhook } from '../../../domain/alerts/webhook.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { type Listener, register, secret, startListener, webhooksPath } from './listener.ts';

let owner: TestOwner;
let listener: Listener;
beforeAll(async () => {
  listener = await startListener();
});
afterAll(() => listener.close());
beforeEach(async () => {
  owner = await freshOwner();
});

const post = (given: object) =>
  owner.post<{ errorKey: string; detail: string }>(webhooksPath, {
    name: 'Test',
    url: listener.url,
    secret,
    events: ['fieldCreated'],
    ...given,
  });

describe('registering a webhook', () => {
  test('returns it with its secret masked, and its location', async () => {
    const { status, headers, body } = await owner.post<Webhook>(webhooksPath, {
      ...{ name: 'Fields', url: listener.url, secret, events: ['fieldUpdated', 'fieldCreated'] },
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toMatch(new RegExp(`/alerts/webhooks/${body.id}$`));
    expect(body).toMatchObject({ name: 'Fields', url: listener.url, secret: '****LaSw', enabled: true });
    expect(body.events).toEqual(['fieldUpdated', 'fieldCreated']);
    expect((await owner.get(`${webhooksPath}/${body.id}`)).body).toEqual(body);
    expect((await owner.get(webhooksPath)).body).toEqual([body]);
  });

  test('calls its URL first, and registers nothing when the response is not 2xx', async () => {
    const nobody = await startListener();
    await nobody.close();
    const { status, body } = await post({ url: nobody.url });
    expect([status, body.errorKey]).toEqual([400, 'webhookNotConfirmed']);
    expect(body.detail).toContain('ECONNREFUSED');
    expect((await owner.get(webhooksPath)).body).toEqual([]);
  });

  test.each(['http://10.0.0.1/', 'https://169.254.169.254/latest', 'http://[fd00:ec2::254]/', 'http://192.168.1.1/'])(
    'refuses %s',
    async (url) => expect((await post({ url })).body.errorKey).toBe('webhookUrlRefused'),
  );

  test.each([
    { url: 'ftp://example.com/' },
    { url: 'https://user:password@example.com/' },
    { url: 'not a URL' },
    { url: 'https://example.com/a\r\nX-Injected: 1' },
    { url: 'https://exam\tple.com/' },
    { url: '\nhttps://example.com/' },
    { url: 'https://example.com/\u0085' },
    { secret: 'too short' },
    { secret: 'whsec_not base64 at all' },
    { events: [] },
    { events: ['fieldCreated', 'fieldCreated'] },
    { events: ['userDeleted'] },
    { name: ' ' },
  ])('refuses %o', async (given) => {
    const { status, body } = await post(given);
    expect([status, body.errorKey]).toEqual([400, 'invalid']);
  });

  test('gives a type to only one of many concurrent requests', async () => {
    const types = [['fieldCreated'], ['fieldUpdated', 'fieldCreated'], ['fieldCreated', 'machineCreated']];
    const answers = await Promise.all([...types, ...types].map((events) => post({ events })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 400, 400, 400, 400, 400]);
    for (const { status, body } of answers) if (status === 400) expect(body.errorKey).toBe('eventRegisteredTwice');
    const listed = (await owner.get<Webhook[]>(webhooksPath)).body;
    const left = ['fieldUpdated', 'machineCreated'].filter((type) => !listed[0]?.events.includes(type as never));
    expect((await post({ events: left })).status).toBe(201);
    expect((await post({ events: ['fieldCreated'] })).body.detail).toContain('fieldCreated');
  });

  test('leaves other owners alone', async () => {
    await register(owner, { url: listener.url });
    await register(await freshOwner(), { url: listener.url });
  });
});

describe('changing a webhook', () => {
  test('moves types from one to another', async () => {
    const one = await register(owner, { url: listener.url, events: ['fieldCreated', 'fieldUpdated'] });
    const other = await register(owner, { url: listener.url, events: ['machineCreated'] });
    const change = (id: string, json: object) =>
      owner.call<{ errorKey?: string }>('PATCH', `${webhooksPath}/${id}`, { json });
    expect((await change(other.id, { events: ['fieldUpdated'] })).body.errorKey).toBe('eventRegisteredTwice');
    expect((await change(one.id, { events: ['fieldCreated'] })).status).toBe(200);
    expect((await change(other.id, { events: ['fieldUpdated'] })).body).toMatchObject({ events: ['fieldUpdated'] });
    expect((await change(one.id, { events: ['machineCreated'] })).status).toBe(200);
  });

  test('calls a new URL first', async () => {
    const { id } = await register(owner, { url: listener.url });
    const json = { url: 'http://127.0.0.1:9/nobody' };
    const { body } = await owner.call<{ errorKey: string }>('PATCH', `${webhooksPath}/${id}`, { json });
    expect(body.errorKey).toBe('webhookNotConfirmed');
    expect((await owner.get(`${webhooksPath}/${id}`)).body).toMatchObject({ url: listener.url });
  });

  test('or deleting it frees its types', async () => {
    const { id } = await register(owner, { url: listener.url });
    expect((await owner.call('DELETE', `${webhooksPath}/${id}`)).status).toBe(204);
    expect((await owner.get(`${webhooksPath}/${id}`)).status).toBe(404);
    await register(owner, { url: listener.url });
  });
});
