import * as z from 'zod';
import { type Delivery, deliveryKeySchema } from '../../../domain/alerts/delivery.ts';

/** One attempt at a delivery. The relay's has no number: it is the first, of which nothing is noted. */
export const attemptMessages = deliveryKeySchema.extend({ attempt: z.int().optional() });

export type AttemptMessage = z.infer<typeof attemptMessages>;

/** Asks for the next attempt at a delivery that is noted. */
export function attemptMessage({ ownerId, svcUserId, eventId, webhookId, attempt }: Delivery): AttemptMessage {
  return { ownerId, svcUserId, eventId, webhookId, attempt };
}
