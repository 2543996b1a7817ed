import * as z from 'zod';

const minute = 60_000;
const hour = 60 * minute;

/**
 * When attempts are made, after the first one has failed: after 1, 30, 60 and 240 minutes, as clients of services of this kind expect, and then
 * until three days are over.
 */
const attemptsAfter = [
  ...[0, 1 * minute, 30 * minute, 60 * minute, 240 * minute],
  ...[8 * hour, 16 * hour, 32 * hour, 52 * hour, 72 * hour],
];

export const maxAttempts = attemptsAfter.length;

/** The share by which a wait is randomly shorter, so that deliveries that failed together are not retried together. */
const jitter = 0.1;

/** The longest wait that a listener can ask for with `Retry-After`. */
const maxRetryAfterMilliseconds = 24 * hour;

/**
 * Milliseconds until the next attempt; undefined after the last attempt.
 *
 * @param attempt the number of the failed attempt, from 1.
 * @param retryAfterMilliseconds the wait that the listener asked for.
 * @param random from 0 to 1.
 */
export function waitAfter(attempt: number, retryAfterMilliseconds: number, random: number): number | undefined {
  const next = attemptsAfter[attempt];
  if (next === undefined) return undefined;
  const wait = next - (attemptsAfter[attempt - 1] ?? 0);
  const asked = Math.min(retryAfterMilliseconds, maxRetryAfterMilliseconds);
  return Math.max(asked, Math.round(wait * (1 - jitter * random)));
}

/** The pauses for a listener that did not answer in time: 1, 2, 4, 8 and then 15 minutes. */
export function pauseAfter(pauses: number): number {
  return Math.min(2 ** pauses, 15) * minute;
}

/** Identifies the delivery of one event to one webhook. */
export const deliveryKeySchema = z.object({
  ownerId: z.string(),
  svcUserId: z.string(),
  webhookId: z.string(),
  eventId: z.string(),
});

export type DeliveryKey = z.infer<typeof deliveryKeySchema>;

/** An event that has not been delivered yet, and the number of its next attempt, from 1. */
export interface Delivery extends DeliveryKey {
  attempt: number;
}

/** A delivery with the time of its next attempt, in milliseconds since 1970. */
export interface DueDelivery extends Delivery {
  dueAt: number;
}

/** How an attempt ended. Only 2xx acknowledges. */
export type Outcome =
  | { status: number; response: string; retryAfterMilliseconds: number }
  | { connectionError: string; noAnswer: boolean };

/** Whether the listener acknowledged the event. */
export function isAcknowledged(outcome: Outcome): boolean {
  return 'status' in outcome && outcome.status >= 200 && outcome.status < 300;
}

/** The part of an outcome that owners see of each attempt. */
export function shownOutcome(outcome: Outcome): { status: number } | { connectionError: string } {
  return 'status' in outcome ? { status: outcome.status } : { connectionError: outcome.connectionError };
}

/** How long failed calls are kept. */
export const failedCallMilliseconds = 30 * 24 * hour;

export const failedCallSchema = z
  .object({
    id: z.string().describe('Id of the failed call, by which it is replayed.'),
    webhookId: z.uuid().describe('Id of the webhook that was called.'),
    eventId: z.string().describe('The `webhook-id` with which the event was sent.'),
    apiOwner: z.string().describe('Username of the API owner, for display.'),
    createdAt: z.string().describe('When the last attempt failed.'),
    url: z.string().describe('The URL that was called.'),
    requestBody: z.string().describe('The body that was sent.'),
    attempts: z.int().describe('How often the event was sent before it was given up.'),
    status: z.int().optional().describe('The HTTP status of the listener’s response, if it responded.'),
    response: z.string().optional().describe('The first 1,000 characters of its response.'),
    connectionError: z.string().optional().describe('Why there was no response.'),
  })
  .meta({ id: 'FailedCall' });

/** The last attempt of a delivery, as it is kept: ids and body are those of its event. */
export type FailedCall = DeliveryKey & Omit<z.infer<typeof failedCallSchema>, 'id' | 'apiOwner' | 'requestBody'>;

/** Makes the id of a failed call, which contains the ids of its service user, its webhook and its event. */
export function failedCallId({ svcUserId, webhookId, eventId }: Omit<DeliveryKey, 'ownerId'>): string {
  return `${svcUserId}${webhookId}${eventId}`.replaceAll('-', '');
}

/** Parses the id of a failed call; undefined for any other text. */
export function failedCallIdParts(id: string): Omit<DeliveryKey, 'ownerId'> | undefined {
  if (!/^[0-9a-f]{96}$/.test(id)) return undefined;
  const uuid = (part: number) =>
    [0, 8, 12, 16, 20, 32].flatMap((start, index, all) => {
      const end = all[index + 1];
      return end === undefined ? [] : [id.slice(part * 32 + start, part * 32 + end)];
    });
  return { svcUserId: uuid(0).join('-'), webhookId: uuid(1).join('-'), eventId: uuid(2).join('-') };
}
