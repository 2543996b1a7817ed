import type { DeliveryKey } from '../../../../domain/alerts/delivery.ts';
import type { Webhook } from '../../../../domain/alerts/webhook.ts';
import type { Item } from '../table.ts';

/** Webhooks stand in the partition of their owner. */
export function webhookKey(ownerId: string, id: string): { pk: string; sk: string } {
  return { pk: ownerId, sk: `${webhookPrefix}${id}` };
}

export const webhookPrefix = 'webhook#';

/** Says which webhook listens to a type of the owner's events. */
export function claimKey(ownerId: string, type: string): { pk: string; sk: string } {
  return { pk: ownerId, sk: `event#${type}` };
}

/** Deliveries stand in the partition of their user, who may be erased. */
export function deliveryKey({ ownerId, svcUserId, webhookId, eventId }: DeliveryKey): { pk: string; sk: string } {
  return { pk: `${ownerId}#${svcUserId}`, sk: `delivery#${webhookId}#${eventId}` };
}

/** The key that an item of a delivery has. */
export function deliveryKeyOf({ pk, sk }: Item): DeliveryKey {
  const [ownerId = '', svcUserId = ''] = String(pk).split('#');
  const [, webhookId = '', eventId = ''] = String(sk).split('#');
  return { ownerId, svcUserId, webhookId, eventId };
}

/** In the index of deadlines: webhooks that have deliveries under way. */
export const webhooksDue = 'webhooks';

/** In the index of deadlines: the deliveries of one webhook, each with the time of its next attempt. */
export function deliveriesDue(webhookId: Webhook['id']): string {
  return `deliveries#${webhookId}`;
}
