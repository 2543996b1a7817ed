import * as z from 'zod';
import { eventTypes } from '../events/event-types.ts';

/** How long attempts are listed: longer than the three days over which an event is tried. */
export const attemptMilliseconds = 7 * 24 * 60 * 60_000;

/** One call of a listener. It has nothing of the event but its id and type, so that it may outlive an erased user. */
export const webhookAttemptSchema = z
  .object({
    eventId: z.string().describe('The `webhook-id` with which the event was sent.'),
    type: z.enum(eventTypes).describe('The type of the event.'),
    time: z.string().describe('When the call was made.'),
    attempt: z.int().describe('The number of the attempt at this event, from 1.'),
    delivered: z.boolean().describe('Whether the listener responded with 2xx.'),
    status: z.int().optional().describe('The HTTP status of the listener’s response, if it responded.'),
    connectionError: z.string().optional().describe('Why there was no response.'),
    durationMilliseconds: z.int().describe('How long the call took, in milliseconds.'),
  })
  .meta({ id: 'WebhookAttempt' });

export type WebhookAttempt = z.infer<typeof webhookAttemptSchema>;
