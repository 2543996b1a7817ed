import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FailedCall } from '../../../domain/alerts/delivery.ts';
import { advance, cloudClock, idle, sweep, table } from '../cloud.ts';
import { freshField } from '../fields/field.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { type Listener, register, secret, startListener, webhooksPath } from './listener.ts';
import { writeFieldEvents } from './outbox.ts';

let owner: TestOwner;
let svcUserId: string;
let listener: Listener;
beforeAll(async () => {
  listener = await startListener();
});
afterAll(() => listener.close());
beforeEach(async () => {
  owner = await freshOwner();
  svcUserId = (await freshUser(owner)).id;
  listener.calls.length = 0;
  listener.always({ status: 200 });
});

const failedCalls = async () =>
  (await owner.get<{ items: (FailedCall & { id: string; requestBody: string })[] }>(`${webhooksPath}/failed-calls`))
    .body.items;

/** Moves the clock to the next attempt, and waits until it has ended. */
async function later(time: Parameters<typeof advance>[0]): Promise<void> {
  await advance(time);
  await sweep();
  await idle();
}

describe('an event', () => {
  test('is sent to the webhook that listens to it, signed so that Standard Webhooks verifies it', async () => {
    await register(owner, { url: listener.url });
    const { id: fieldId } = await freshField(owner, svcUserId);
    await idle();
    expect(listener.calls.map(({ event }) => event)).toEqual([
      { type: 'fieldCreated', timestamp: expect.any(String), source: 'REST', svcUserId, fieldId },
    ]);
    const [{ headers, body }] = listener.calls as [Listener['calls'][number]];
    expect(body).toMatch(/^\{"type": "fieldCreated", "timestamp": ".*", "source": "REST", /);
    expect(verified(new StandardWebhook(secret), { headers, body })).toMatchObject({ fieldId });
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    expect(headers['x-svc-signature']).toBe(createHmac('sha256', key).update(body).digest('base64'));
  });

  test('whose listener fails twice is sent again under the same id, and then no more', async () => {
    await register(owner, { url: listener.url });
    listener.next({ status: 500 }, { status: 302, headers: { location: listener.url } });
    await freshField(owner, svcUserId);
    await idle();
    await later({ minutes: 2 });
    await later({ minutes: 30 });
    await later({ days: 1 });
    expect(listener.calls).toHaveLength(3);
    expect(new Set(listener.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(listener.calls.map(({ body }) => body)).size).toBe(1);
    expect(await failedCalls()).toEqual([]);
  });

  test('whose last attempt fails becomes a failed call, and is sent again on request', async () => {
    const { id } = await register(owner, { url: listener.url });
    listener.always({ status: 500, body: 'out of order' });
    await freshField(owner, svcUserId);
    await idle();
    for (let attempt = 2; attempt <= 10; attempt += 1) await later({ days: 1, minutes: 180 });
    await later({ days: 1 });
    expect(listener.calls).toHaveLength(10);
    const [failed, ...others] = await failedCalls();
    expect(others).toEqual([]);
    expect(failed).toMatchObject({
      webhookId: id,
      apiOwner: owner.owner.username,
      url: listener.url,
      requestBody: listener.calls[0]?.body,
      status: 500,
      response: 'out of order',
      attempts: 10,
    });
    listener.always({ status: 200 });
    expect((await owner.post(`${webhooksPath}/failed-calls/${failed?.id}/replay`)).status).toBe(202);
    await idle();
    expect(listener.calls).toHaveLength(11);
    expect(listener.calls[10]?.body).toBe(failed?.requestBody);
    expect(await failedCalls()).toEqual([]);
    expect((await owner.post(`${webhooksPath}/failed-calls/${failed?.id}/replay`)).status).toBe(404);
  });

  test('is not retried before the time that its listener asked for', async () => {
    await register(owner, { url: listener.url });
    listener.next({ status: 503, headers: { 'retry-after': '7200' } });
    await freshField(owner, svcUserId);
    await idle();
    await later({ minutes: 60 });
    expect(listener.calls).toHaveLength(1);
    await later({ minutes: 61 });
    expect(listener.calls).toHaveLength(2);
  });

  test('of a deleted user is no longer delivered', async () => {
    await register(owner, { url: listener.url });
    listener.always({ status: 500 });
    await freshField(owner, svcUserId);
    await idle();
    await owner.call('DELETE', `/services/usermanagement/api/users/${svcUserId}`);
    await idle();
    await later({ minutes: 30 });
    expect(listener.calls).toHaveLength(1);
    expect(await itemsOf('alerts', svcUserId)).toEqual([]);
    expect(await itemsOf('events', svcUserId)).toEqual([]);
  });

  test('is no longer delivered once its webhook is deleted', async () => {
    const { id } = await register(owner, { url: listener.url });
    listener.next({ status: 500 });
    await freshField(owner, svcUserId);
    await idle();
    expect((await owner.call('DELETE', `${webhooksPath}/${id}`)).status).toBe(204);
    await freshField(owner, svcUserId);
    await later({ minutes: 5 });
    expect(listener.calls).toHaveLength(1);
  });

  test('does not wait for a listener that never answers', async () => {
    const hanging = await startListener();
    hanging.always('hang');
    const other = await freshOwner();
    const { id: otherUser } = await freshUser(other);
    const { id } = await register(other, { url: hanging.url });
    await register(owner, { url: listener.url });
    // Written to the outbox: creating fields would take a busy machine longer than a call may hang.
    await writeFieldEvents(other, otherUser, 24);
    while (hanging.calls.length === 0) await setTimeout(20);
    await writeFieldEvents(owner, svcUserId, 1);
    while (listener.calls.length === 0) await setTimeout(20);
    // Most calls of the other one were given up after a second, which is no attempt; none was waited for to its end by all workers.
    const { body } = await other.get<{ items: object[] }>(`${webhooksPath}/${id}/attempts?size=100`);
    expect(body.items.length).toBeLessThan(24);
    await other.call('DELETE', `${webhooksPath}/${id}`);
    await hanging.close();
    await idle();
  });
});

test('a changed secret signs beside the one before it, for a day', async () => {
  const { id } = await register(owner, { url: listener.url });
  const fresh = 'another secret, in plain text';
  const { body } = await owner.post(`${webhooksPath}/${id}/secret`, { secret: fresh });
  expect(body).toMatchObject({ secret: '****text', previousSecretUntil: expect.any(String) });
  await freshField(owner, svcUserId);
  await idle();
  const former = new StandardWebhook(secret);
  const current = new StandardWebhook(fresh, { format: 'raw' });
  const [both] = listener.calls as [Listener['calls'][number]];
  for (const verifier of [former, current]) expect(() => verified(verifier, both)).not.toThrow();
  expect(both.headers['x-svc-signature']).toBe(createHmac('sha256', fresh).update(both.body).digest('base64'));
  await advance({ days: 1, minutes: 1 });
  const { body: later } = await owner.post(`${webhooksPath}/${id}/test`);
  expect(later).toMatchObject({ delivered: true, status: 200 });
  const tested = listener.calls.at(-1) as Listener['calls'][number];
  expect(tested.headers['webhook-signature']?.split(' ')).toHaveLength(1);
  expect(tested.headers['x-svc-signature-former']).toBeUndefined();
  expect((await owner.get<object>(`${webhooksPath}/${id}`)).body).not.toHaveProperty('previousSecretUntil');
});

/** The result of a verifier for a call, at the time of the cloud. */
function verified(verifier: StandardWebhook, { body, headers }: Pick<Listener['calls'][number], 'body' | 'headers'>) {
  vi.useFakeTimers({ toFake: ['Date'], now: cloudClock.now() });
  try {
    return verifier.verify(body, headers);
  } finally {
    vi.useRealTimers();
  }
}

/** The items of a user in a table. */
async function itemsOf(name: 'alerts' | 'events', user: string): Promise<unknown[]> {
  const { client, name: TableName } = table(name);
  const values = { ':pk': `${owner.owner.id}#${user}` };
  const command = { TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: values };
  return (await client.send(new QueryCommand(command))).Items ?? [];
}
