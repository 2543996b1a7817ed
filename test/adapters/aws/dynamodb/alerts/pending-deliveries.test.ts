import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { deliveriesDue, deliveryKey, pendingKey } from '../../../../../adapters/aws/dynamodb/alerts/alert-item.ts';
import { attemptList, attemptLog } from '../../../../../adapters/aws/dynamodb/alerts/attempt-log.ts';
import { deliveryStore } from '../../../../../adapters/aws/dynamodb/alerts/delivery-store.ts';
import { dueDeliveries } from '../../../../../adapters/aws/dynamodb/alerts/due-deliveries.ts';
import { pendingDeliveries } from '../../../../../adapters/aws/dynamodb/alerts/pending-deliveries.ts';
import { webhookStore } from '../../../../../adapters/aws/dynamodb/alerts/webhook-store.ts';
import { putItems } from '../../../../../adapters/aws/dynamodb/batch-write.ts';
import { documentClient, type Table } from '../../../../../adapters/aws/dynamodb/table.ts';
import { userKey } from '../../../../../adapters/aws/dynamodb/users/user-exists.ts';
import { newId } from '../../../../../adapters/system.ts';
import type { WebhookAttempt } from '../../../../../domain/alerts/attempt.ts';
import type { Webhook } from '../../../../../domain/alerts/webhook.ts';
import { timestamp } from '../../../../../domain/clock.ts';
import { limits } from '../../../../../domain/limits.ts';
import { credentials, region } from '../../../../../local/credentials.ts';
import { startForTests } from '../../../../local/dynamodb/engine-under-test.ts';
import { definitionOf } from '../table-definition.ts';

const { engine } = await startForTests();
for (const name of ['alerts', 'users'] as const) await engine.ensureTable(definitionOf(name));
const database = new DynamoDBClient({ endpoint: engine.endpoint, region, credentials });
let sent = 0;
database.middlewareStack.add(
  (next) => (args) => {
    sent += 1;
    return next(args);
  },
  { step: 'initialize' },
);
const client = documentClient(database);
const [alerts, users]: [Table, Table] = [
  { client, name: 'alerts' },
  { client, name: 'users' },
];
const now = Date.UTC(2026, 10, 24, 12);
const clock = { now: () => now };
const deliveries = deliveryStore({ alerts, users, clock });
const pending = pendingDeliveries({ alerts, users });
const webhooks = webhookStore(alerts);

/** A webhook, and makers of deliveries of a user to it. */
async function freshWebhook() {
  const [ownerId, svcUserId, webhookId] = [newId(), newId(), newId()];
  await users.client.send(
    new PutCommand({ TableName: users.name, Item: { ...userKey(ownerId, svcUserId), revision: 1 } }),
  );
  const time = timestamp(now);
  const webhook: Webhook = {
    ...{ id: webhookId, name: 'Test', url: 'https://example.com/', secret: '****', events: ['fieldCreated'] },
    ...{ enabled: true, createdTime: time, updatedTime: time },
  };
  await webhooks.create(ownerId, webhook, { current: '' });
  const keyOf = (eventId = newId()) => ({ ownerId, svcUserId, webhookId, eventId });
  const note = async (dueAt: number, attempt = 2) => {
    const key = keyOf();
    await deliveries.note({ ...key, attempt }, dueAt);
    return key;
  };
  return { ownerId, webhookId, key: { ownerId, webhookId }, keyOf, note };
}

const attemptAt = (milliseconds: number, outcome: Partial<WebhookAttempt>): WebhookAttempt => ({
  ...{ eventId: newId(), type: 'fieldCreated', time: timestamp(now + milliseconds), attempt: 1 },
  ...{ delivered: true, durationMilliseconds: 7, ...outcome },
});

test('deliveries of a webhook are counted, and the first is the next', async () => {
  const { key, note } = await freshWebhook();
  const other = await freshWebhook();
  expect(await pending.summary(key)).toEqual({ pending: 0 });
  await note(now + 60_000);
  const first = await note(now + 30_000);
  await other.note(now);
  expect(await pending.summary(key)).toEqual({ pending: 2, nextAt: now + 30_000 });
  await deliveries.done({ ...first, attempt: 2 });
  expect(await pending.summary(key)).toEqual({ pending: 1, nextAt: now + 60_000 });
});

test('what waits becomes due, in the order of its schedule, and the sweep looks at the webhook', async () => {
  const { key, note } = await freshWebhook();
  const overdue = await note(now - 1_000);
  await note(now + 60_000);
  await note(now + 3_600_000);
  expect(await pending.hasten(key, now)).toEqual({ due: 3, left: 0 });
  const due = await pending.due(key, now, 10);
  expect(due.map(({ dueAt }) => dueAt)).toEqual([now - 1_000, now, now]);
  expect(due[0]).toEqual({ ...overdue, attempt: 2, dueAt: now - 1_000 });
  const busy = await dueDeliveries(alerts).webhooks(now);
  expect(busy).toContainEqual(expect.objectContaining({ ...key, enabled: true, notedAt: now }));
  // One of two workers gets it.
  const [one] = due;
  const claims = one && [await pending.delayRetry(one, now + 60_000), await pending.delayRetry(one, now + 60_000)];
  expect(claims).toEqual([true, false]);
});

test('a request moves so many deliveries, and says how many are left', async () => {
  const { key, keyOf, webhookId } = await freshWebhook();
  const items = Array.from({ length: limits.hastenedDeliveries + 10 }, (_, number) => {
    const deadlines = { deadlineKey: deliveriesDue(webhookId), pendingKey: pendingKey(key) };
    return { ...deliveryKey(keyOf()), ...deadlines, attempt: 2, deadline: now + 60_000 + number };
  });
  await putItems(alerts, items);
  expect(await pending.hasten(key, now)).toEqual({ due: limits.hastenedDeliveries, left: 10 });
  expect(await pending.hasten(key, now)).toEqual({ due: limits.hastenedDeliveries + 10, left: 0 });
});

test('an event is made a delivery again unless it waits, whether it had failed or was delivered', async () => {
  const { key, keyOf, note } = await freshWebhook();
  const waiting = await note(now + 60_000);
  expect(await pending.renew(waiting, now)).toBe(false);
  const delivered = keyOf();
  expect(await pending.renew(delivered, now)).toBe(true);
  expect(await deliveries.get(delivered)).toEqual({ ...delivered, attempt: 1, dueAt: now });
  const failed = await note(now, 10);
  const call = { ...failed, createdAt: timestamp(now), url: 'https://example.com/', attempts: 10, status: 500 };
  await deliveries.fail({ ...failed, attempt: 10 }, { ...call, response: 'no' });
  expect(await deliveries.get(failed)).toBeUndefined();
  expect(await pending.renew(failed, now)).toBe(true);
  expect((await pending.due(key, now, 10)).map(({ eventId }) => eventId).sort()).toEqual(
    [delivered.eventId, failed.eventId].sort(),
  );
  const ofNobody = { ...keyOf(), svcUserId: newId() };
  expect(await pending.renew(ofNobody, now)).toBe(false);
});

test('attempts are listed, the newest first, and the last of each kind are in the health of the webhook', async () => {
  const { key, ownerId, webhookId } = await freshWebhook();
  const log = attemptLog(alerts);
  const made = [
    attemptAt(0, { delivered: false, status: 500 }),
    attemptAt(1_000, { status: 200 }),
    attemptAt(2_000, { delivered: false, connectionError: 'the connection failed' }),
    attemptAt(3_000, { status: 204 }),
  ];
  for (const attempt of made) await log.record(key, attempt);
  expect((await webhooks.get(ownerId, webhookId))?.health).toMatchObject({
    lastSuccessAt: now + 3_007,
    lastError: { time: timestamp(now + 2_000), connectionError: 'the connection failed' },
  });
  const list = attemptList(alerts);
  const newest = made.toReversed();
  expect((await list.list(ownerId, webhookId, { size: 10 })).items).toEqual(newest);
  const first = await list.list(ownerId, webhookId, { size: 3 });
  expect(first.items).toEqual(newest.slice(0, 3));
  const rest = await list.list(ownerId, webhookId, { size: 3, cursor: first.cursor });
  expect(rest).toEqual({ items: newest.slice(3) });
  const span = { size: 10, from: now + 1_000, to: now + 2_000 };
  expect((await list.list(ownerId, webhookId, span)).items).toEqual(newest.slice(1, 3));
  await expect(list.list(ownerId, newId(), { size: 3, cursor: first.cursor })).rejects.toThrow('cursor');
});

test('attempts that end together are written together', async () => {
  const { key, ownerId, webhookId } = await freshWebhook();
  const log = attemptLog(alerts);
  const before = sent;
  await Promise.all(Array.from({ length: 20 }, (_, number) => log.record(key, attemptAt(number, { status: 200 }))));
  expect(sent - before).toBeLessThanOrEqual(4);
  expect((await attemptList(alerts).list(ownerId, webhookId, { size: 100 })).items).toHaveLength(20);
  expect((await webhooks.get(ownerId, webhookId))?.health.lastSuccessAt).toBe(now + 19 + 7);
});

test('an attempt at a deleted webhook does not bring it back', async () => {
  const { key, ownerId, webhookId } = await freshWebhook();
  await webhooks.remove(ownerId, webhookId);
  await attemptLog(alerts).record(key, attemptAt(0, { status: 200 }));
  expect(await webhooks.get(ownerId, webhookId)).toBeUndefined();
});
