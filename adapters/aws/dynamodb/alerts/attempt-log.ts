import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { attemptMilliseconds, type WebhookAttempt } from '../../../../domain/alerts/attempt.ts';
import type { AttemptList, AttemptLog, WebhookKey } from '../../../../domain/alerts/ports.ts';
import { cursorInvalid, readCursor, writeCursor } from '../../cursor.ts';
import { putItems } from '../batch-write.ts';
import { coalescedWrites } from '../coalesced-writes.ts';
import { readKeys } from '../lists/index-range.ts';
import type { Item, Table } from '../table.ts';
import { ifHeld } from '../transact.ts';
import { attemptPartition, webhookKey } from './alert-item.ts';
import { timeKey } from './time-shards.ts';

interface Recorded extends WebhookKey {
  attempt: WebhookAttempt;
}

/** Attempts as items that expire, and the last ones of each kind in the items of their webhooks. */
export function attemptLog(alerts: Table): AttemptLog {
  const keep = coalescedWrites((all: readonly Recorded[]) => putItems(alerts, all.map(attemptItem)));

  /** Notes the last success and the last error among attempts at deliveries to one webhook. */
  async function noteLast({ ownerId, webhookId }: WebhookKey, attempts: readonly WebhookAttempt[]): Promise<void> {
    const success = attempts.findLast(({ delivered }) => delivered);
    const error = attempts.findLast(({ delivered }) => !delivered);
    const lastSuccessAt = success && Date.parse(success.time) + success.durationMilliseconds;
    const lastError = error && {
      time: error.time,
      ...(error.status !== undefined && { status: error.status }),
      ...(error.connectionError !== undefined && { connectionError: error.connectionError }),
    };
    const command = new UpdateCommand({
      TableName: alerts.name,
      Key: webhookKey(ownerId, webhookId),
      UpdateExpression: `SET ${[success && 'lastSuccessAt = :success', error && 'lastError = :error'].filter(Boolean).join(', ')}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: {
        ...(success && { ':success': lastSuccessAt }),
        ...(error && { ':error': lastError }),
      },
    });
    await ifHeld(() => alerts.client.send(command));
  }

  const note = coalescedWrites(async (all: readonly Recorded[]) => {
    const byWebhook = new Map<string, { key: WebhookKey; attempts: WebhookAttempt[] }>();
    for (const { ownerId, webhookId, attempt } of all) {
      const own = byWebhook.get(webhookId) ?? { key: { ownerId, webhookId }, attempts: [] };
      byWebhook.set(webhookId, own);
      own.attempts.push(attempt);
    }
    await Promise.all([...byWebhook.values()].map(({ key, attempts }) => noteLast(key, attempts)));
  });

  return {
    async record(key, attempt) {
      await Promise.all([keep({ ...key, attempt }), note({ ...key, attempt })]);
    },
  };
}

/** The listed attempts. */
export function attemptList(alerts: Table): AttemptList {
  return {
    async list(ownerId, webhookId, { from = 0, to = Number.MAX_SAFE_INTEGER / 10, size, cursor }) {
      const partition = attemptPartition(ownerId, webhookId);
      const name = [alerts.name, partition, from, to];
      const between = [timeKey(from), `${timeKey(to)}~`] as const;
      const range = { partitionKey: 'pk', partition, sortKey: 'sk', between, descending: true };
      const after = cursor === undefined ? undefined : { pk: partition, sk: sortKeyOf(name, cursor) };
      const { keys, last } = await readKeys(alerts, range, size, after);
      return {
        items: keys.map((item) => item.attempt as WebhookAttempt),
        ...(last && { cursor: writeCursor(name, [String(last.sk)]) }),
      };
    },
  };
}

/** An attempt under its time, event and number: a worker that notes it twice replaces it. */
function attemptItem({ ownerId, webhookId, attempt }: Recorded): Item {
  const at = Date.parse(attempt.time);
  return {
    pk: attemptPartition(ownerId, webhookId),
    sk: `${timeKey(at)}#${attempt.eventId}#${attempt.attempt}`,
    attempt,
    expiresAt: Math.ceil((at + attemptMilliseconds) / 1000),
  };
}

function sortKeyOf(list: readonly unknown[], cursor: string): string {
  const [position] = readCursor(list, cursor);
  if (typeof position !== 'string') throw cursorInvalid();
  return position;
}
