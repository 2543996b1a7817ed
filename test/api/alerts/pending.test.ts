import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WebhookAttempt } from '../../../domain/alerts/attempt.ts';
import type { ShownWebhook } from '../../../domain/alerts/webhook.ts';
import { advance, cloudClock, idle, sweep } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshField } from '../fields/field.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { type Listener, register, startListener, webhooksPath } from './listener.ts';
import { writeFieldEvents } from './outbox.ts';

let owner: TestOwner;
let svcUserId: string;
let listener: Listener;
let webhook: string;
beforeAll(async () => {
  listener = await startListener();
});
afterAll(() => listener.close());
beforeEach(async () => {
  owner = await freshOwner();
  svcUserId = (await freshUser(owner)).id;
  listener.calls.length = 0;
  listener.always({ status: 200 });
  webhook = `${webhooksPath}/${(await register(owner, { url: listener.url })).id}`;
});

const shown = async () => (await owner.get<ShownWebhook>(webhook)).body;
const attempts = async (query = '') =>
  (await owner.get<{ items: WebhookAttempt[]; cursor?: string }>(`${webhook}/attempts${query}`)).body;
const change = (json: object) => owner.call<ShownWebhook>('PATCH', webhook, { json });
const replayAll = async (from: string) =>
  (await owner.post<{ replayed: number; cursor?: string }>(`${webhook}/replay`, { scope: 'all', from })).body;
const failedCalls = async () => (await owner.get<{ items: object[] }>(`${webhooksPath}/failed-calls`)).body.items;
const fieldsCalled = () => listener.calls.map(({ event }) => event.fieldId);

/** A field whose event has been handed to the webhook. */
async function deliveredField(): Promise<string> {
  const { id } = await freshField(owner, svcUserId);
  await idle();
  return id;
}

/** Moves the clock to the next attempt, and waits until it has ended. */
async function later(time: Parameters<typeof advance>[0]): Promise<void> {
  await advance(time);
  await sweep();
  await idle();
}

describe('the health of a webhook', () => {
  test('says what waits, when it is tried next, and how the last attempts ended', async () => {
    expect((await shown()).health).toEqual({ pending: 0 });
    listener.next({ status: 503 });
    await deliveredField();
    const failing = await shown();
    expect(failing.health).toEqual({
      pending: 1,
      nextAttemptTime: expect.any(String),
      lastError: { time: expect.any(String), status: 503 },
    });
    const wait = Date.parse(failing.health.nextAttemptTime ?? '') - Date.parse(failing.health.lastError?.time ?? '');
    expect(wait).toBeGreaterThanOrEqual(54_000);
    expect((await owner.get<ShownWebhook[]>(webhooksPath)).body).toEqual([failing]);
    await later({ minutes: 2 });
    const { health } = await shown();
    expect(health).toEqual({
      pending: 0,
      lastSuccessTime: expect.any(String),
      lastError: failing.health.lastError,
    });
    expect(Date.parse(health.lastSuccessTime ?? '')).toBeGreaterThan(Date.parse(failing.health.lastError?.time ?? ''));
  });

  test('names the reason where there was no response', async () => {
    const gone = await startListener();
    await change({ url: gone.url });
    await gone.close();
    await deliveredField();
    expect((await shown()).health.lastError).toEqual({
      time: expect.any(String),
      connectionError: 'the connection failed: ECONNREFUSED',
    });
  });
});

test('every attempt is listed, the newest first, and page by page', async () => {
  listener.next({ status: 500 }, { status: 302 });
  const before = cloudClock.now();
  await deliveredField();
  await later({ minutes: 2 });
  await later({ minutes: 30 });
  const { items, cursor } = await attempts();
  expect(cursor).toBeUndefined();
  const eventId = listener.calls[0]?.headers['webhook-id'];
  const one = { eventId, type: 'fieldCreated', time: expect.any(String), durationMilliseconds: expect.any(Number) };
  expect(items).toEqual([
    { ...one, attempt: 3, delivered: true, status: 200 },
    { ...one, attempt: 2, delivered: false, status: 302 },
    { ...one, attempt: 1, delivered: false, status: 500 },
  ]);
  const minutesAfter = items.map(({ time }) => (Date.parse(time) - before) / 60_000);
  expect(minutesAfter.map((minutes) => minutes > 0)).toEqual([true, true, true]);
  const first = await attempts('?size=2');
  expect(first.items).toEqual(items.slice(0, 2));
  const rest = await attempts(`?size=2&cursor=${first.cursor}`);
  expect(rest).toEqual({ items: items.slice(2) });
  expect((await attempts(`?to=${items[2]?.time}`)).items).toEqual(items.slice(2));
  // Neither the id of the user nor that of the field is in what outlives an erasure.
  expect(JSON.stringify(items)).not.toContain(svcUserId);
  await advance({ days: 8 });
});

describe('delivering what is pending', () => {
  test('makes the next attempt now, whatever the schedule', async () => {
    listener.always({ status: 500 });
    const fields = [await deliveredField(), await deliveredField()];
    await later({ minutes: 2 });
    listener.calls.length = 0;
    listener.always({ status: 200 });
    const { status, body } = await owner.post(`${webhook}/deliver`);
    expect([status, body]).toEqual([202, { queued: 2, remaining: 0 }]);
    await idle();
    expect(fieldsCalled().sort()).toEqual(fields.sort());
    expect((await shown()).health).toMatchObject({ pending: 0 });
    expect((await owner.post(`${webhook}/deliver`)).body).toEqual({ queued: 0, remaining: 0 });
  });
});

describe('nothing is lost by a webhook', () => {
  test('that its listener has disabled with 410', async () => {
    listener.next({ status: 410 });
    const from = new Date(cloudClock.now() - 60_000).toISOString();
    const first = await deliveredField();
    const disabled = await shown();
    expect(disabled).toMatchObject({
      enabled: false,
      disabledReason: expect.stringContaining('410'),
      disabledTime: expect.any(String),
      health: { pending: 1, lastError: { status: 410 } },
    });
    expect(disabled.health.nextAttemptTime).toBeUndefined();
    const second = await deliveredField();
    await later({ days: 1 });
    await later({ days: 3 });
    expect(listener.calls).toHaveLength(1);
    expect(await failedCalls()).toEqual([]);
    expectProblem(await owner.post(`${webhook}/deliver`), 409, 'webhookDisabled');
    expectProblem(await owner.post(`${webhook}/replay`, { scope: 'all', from }), 409, 'webhookDisabled');

    const enabled = await change({ enabled: true });
    expect(enabled.body.disabledTime ?? enabled.body.disabledReason).toBeUndefined();
    await idle();
    expect(fieldsCalled()).toEqual([first, first]);
    expect(await replayAll(from)).toEqual({ replayed: 2 });
    await idle();
    expect(fieldsCalled().slice(2).sort()).toEqual([first, second].sort());
  });

  test('that its owner has disabled', async () => {
    listener.always({ status: 500 });
    const field = await deliveredField();
    expect((await change({ enabled: false })).body).toMatchObject({
      enabled: false,
      disabledTime: expect.any(String),
      health: { pending: 1 },
    });
    await later({ days: 4 });
    expect(listener.calls).toHaveLength(1);
    listener.always({ status: 200 });
    expect((await change({ enabled: true })).body).toMatchObject({ enabled: true });
    await idle();
    expect(fieldsCalled()).toEqual([field, field]);
    expect(await failedCalls()).toEqual([]);
  });
});

test('a replay of all events sends those that were delivered, too, and leaves those that wait', async () => {
  const before = new Date(cloudClock.now() - 1_000).toISOString();
  const first = await deliveredField();
  await advance({ minutes: 10 });
  const between = new Date(cloudClock.now()).toISOString();
  const second = await deliveredField();
  listener.next({ status: 500 });
  const waiting = await deliveredField();
  await advance({ seconds: 20 });
  listener.calls.length = 0;
  expect((await owner.post(`${webhook}/replay`, { from: before })).body).toEqual({ replayed: 0 });
  expect(await replayAll(between)).toEqual({ replayed: 1 });
  await idle();
  expect(fieldsCalled()).toEqual([second]);
  expect(await replayAll(before)).toEqual({ replayed: 2 });
  await idle();
  expect(fieldsCalled().sort()).toEqual([first, second, second].sort());
  await later({ minutes: 2 });
  expect(fieldsCalled()).toContain(waiting);
});

test('a secret is not changed by PATCH, which says how', async () => {
  const { errors } = expectProblem(await change({ secret: 'another secret, in plain text' }), 400, 'invalid');
  expect(errors).toEqual([{ pointer: '#/secret', message: expect.stringContaining('/secret') }]);
  expect((await shown()).secret).toBe('****LaSw');
});

test('an acknowledgement whose body never ends is a success', async () => {
  listener.always('endless');
  await deliveredField();
  await later({ minutes: 5 });
  expect(listener.calls).toHaveLength(1);
  expect((await attempts()).items).toMatchObject([{ delivered: true, status: 200 }]);
  expect((await owner.post(`${webhook}/test`)).body).toMatchObject({ delivered: true, status: 200 });
});

test('a listener that takes its time gets all of a burst, without waiting for a sweep at each handful', async () => {
  listener.always({ status: 200, afterMilliseconds: 1_100 });
  const fields = await writeFieldEvents(owner, svcUserId, 45);
  await idle();
  await later({ minutes: 1.1 });
  expect(new Set(fieldsCalled())).toEqual(new Set(fields));
  expect((await shown()).health.pending).toBe(0);
}, 120_000);
