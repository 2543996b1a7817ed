import type { DeliveryKey } from '../../../../domain/alerts/delivery.ts';
import type { WebhookKey } from '../../../../domain/alerts/ports.ts';
import type { Webhook } from '../../../../domain/alerts/webhook.ts';
import type { Item } from '../table.ts';

/**
 * Key of a webhook, in the partition of its owner.
 *
 * @example webhookKey('o', 'w') // { pk: 'o', sk: 'webhook#w' }
 */
export function webhookKey(ownerId: string, id: string): { pk: string; sk: string } {
  return { pk: ownerId, sk: `${webhookPrefix}${id}` };
}

export const webhookPrefix = 'webhook#';

/** Key of the item that assigns a type of the owner's events to a webhook. */
export function claimKey(ownerId: string, type: string): { pk: string; sk: string } {
  return { pk: ownerId, sk: `event#${type}` };
}

/**
 * Key of a delivery, in the partition of its user for erasure.
 *
 * @example const command = new GetCommand({ TableName, Key: deliveryKey(key), ConsistentRead: true });
 */
export function deliveryKey({ ownerId, svcUserId, webhookId, eventId }: DeliveryKey): { pk: string; sk: string } {
  return { pk: `${ownerId}#${svcUserId}`, sk: `delivery#${webhookId}#${eventId}` };
}

/** Parses the key of a delivery. */
export function deliveryKeyOf({ pk, sk }: Item): DeliveryKey {
  const [ownerId = '', svcUserId = ''] = String(pk).split('#');
  const [, webhookId = '', eventId = ''] = String(sk).split('#');
  return { ownerId, svcUserId, webhookId, eventId };
}

/** Partition of the index of deadlines with webhooks that have unfinished deliveries. */
export const webhooksDue = 'webhooks';

/**
 * Partition of the index of deadlines with the deliveries of one webhook, by the time of their next attempt.
 *
 * @example deliveriesDue('w') // 'deliveries#w'
 */
export function deliveriesDue(webhookId: Webhook['id']): string {
  return `deliveries#${webhookId}`;
}

/**
 * Partition of the index `byWebhook` with the unfinished deliveries of one webhook, by the time of their next attempt.
 *
 * @example pendingKey({ ownerId: 'o', webhookId: 'w' }) // 'o#w'
 */
export function pendingKey({ ownerId, webhookId }: WebhookKey): string {
  return `${ownerId}#${webhookId}`;
}

/**
 * Partition with the attempts at deliveries to a webhook. It names no user.
 *
 * @example attemptPartition('o', 'w') // 'o#attempts#w'
 */
export function attemptPartition(ownerId: string, webhookId: string): string {
  return `${ownerId}#attempts#${webhookId}`;
}
