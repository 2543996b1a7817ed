import * as z from 'zod';
import { eventTypes } from '../events/event-types.ts';
import { givenName } from '../given-text.ts';
import { givenUrl } from '../given-url.ts';
import { limitText } from '../limits.ts';

const maxUrl = 2_048;
/** Standard Webhooks requires at least 24 bytes; shorter secrets that owners already use are accepted unless they could be guessed. */
const minSecret = 16;
const maxSecret = 255;
const encodedSecret = /^whsec_[A-Za-z0-9+/]+={0,2}$/;

const url = givenUrl({
  schemes: ['https', 'http'],
  maxLength: maxUrl,
  refused: { credentials: true, fragment: true },
}).describe(
  'The URL to which events are sent by POST. It must be https, except for a listener on the machine that runs Furrow.',
);
const secret = z
  .string()
  .min(minSecret, `secret must have at least ${minSecret} characters`)
  .max(maxSecret)
  .refine(
    (text) => !text.startsWith('whsec_') || encodedSecret.test(text),
    'secret must be base64 after whsec_, or any other text',
  )
  .describe(
    'The secret that signs events. After a prefix `whsec_`, the key is base64; otherwise it is the UTF-8 of the secret. Never returned again.',
  );
const events = z
  .array(z.enum(eventTypes))
  .min(1, 'events must name at least one type')
  .refine((types) => new Set(types).size === types.length, 'events must not name a type twice')
  .describe('The types of events to send. No other webhook of the owner can have any of them.');

export const webhookHealthSchema = z
  .object({
    pending: z
      .int()
      .describe(
        `Events that wait for another attempt, or until the webhook is enabled again; ${limitText.countedDeliveries} also stands for more.`,
      ),
    nextAttemptTime: z
      .string()
      .optional()
      .describe('When the next attempt is due, up to a minute before it is made. Absent while nothing is sent.'),
    lastSuccessTime: z.string().optional().describe('When the listener last acknowledged an event.'),
    lastError: z
      .object({
        time: z.string().describe('When the attempt failed, in UTC.'),
        status: z.int().optional().describe('The HTTP status of the listener’s response, if it responded.'),
        connectionError: z.string().optional().describe('Why there was no response.'),
      })
      .optional()
      .describe('The last attempt that failed.'),
  })
  .meta({ id: 'WebhookHealth' });

/** A webhook of the owner. */
export const webhookSchema = z
  .object({
    id: z.uuid().describe('Id of the webhook, assigned by Furrow.'),
    name: z.string().describe('The name that the owner gave the webhook.'),
    url: z.string().describe('The URL to which events are sent by POST.'),
    secret: z.string().describe('`****` and its last four characters.'),
    events: z.array(z.enum(eventTypes)).describe('The types of events that are sent.'),
    enabled: z
      .boolean()
      .describe('Whether events are sent. False if the owner disabled the webhook or the listener responded 410.'),
    disabledReason: z.string().optional().describe('Why the webhook is not enabled.'),
    disabledTime: z
      .string()
      .optional()
      .describe('Since when the webhook is not enabled. Later events are not sent; `replay` sends them.'),
    previousSecretUntil: z
      .string()
      .optional()
      .describe('Until this time, events are also signed with the former secret.'),
    createdTime: z.string().describe('When the webhook was created, in UTC.'),
    updatedTime: z.string().describe('When the webhook last changed, in UTC.'),
    health: webhookHealthSchema.describe('What is known of the deliveries to the listener.'),
  })
  .meta({ id: 'Webhook' });
/** A webhook as it is returned. */
export type ShownWebhook = z.infer<typeof webhookSchema>;
export type Webhook = Omit<ShownWebhook, 'health'>;

export const newWebhookSchema = z
  .strictObject({ name: givenName('name').describe('The name of the webhook, for display.'), url, secret, events })
  .meta({ id: 'NewWebhook' });
export type NewWebhook = z.infer<typeof newWebhookSchema>;

const rotation =
  'secret is changed by POST /alerts/webhooks/{webhookId}/secret, which lets the former secret sign for another day';

export const changedWebhookSchema = z
  .strictObject({
    name: givenName('name').describe('The name of the webhook, for display.'),
    url,
    events,
    enabled: z
      .boolean()
      .describe('Whether events are sent. True also enables a webhook that its listener had disabled by 410.'),
    secret: z
      .never({ error: rotation })
      .describe('Refused: the secret is changed by `POST /alerts/webhooks/{webhookId}/secret`.'),
  })
  .partial()
  .meta({ id: 'ChangedWebhook' });

export const newSecretSchema = z.strictObject({ secret }).meta({ id: 'NewWebhookSecret' });

/** Members that answers carry and changes need not. */
export const webhookReadOnly = [
  'id',
  'disabledReason',
  'disabledTime',
  'previousSecretUntil',
  'createdTime',
  'updatedTime',
  'health',
] as const;

/**
 * The masked form of a secret.
 *
 * @example masked('a-secret-1234') // '****1234'
 */
export function masked(secret: string): string {
  return `****${secret.slice(-4)}`;
}

/** The secrets of a webhook, sealed. */
export interface SealedSecrets {
  current: string;
  former?: { sealed: string; untilMilliseconds: number } | undefined;
}

/** A webhook as it is stored, with the state of its listener. */
export interface StoredWebhook {
  webhook: Webhook;
  secrets: SealedSecrets;
  /** The version, counted up by each change; a change is conditional on the version that it read. */
  version: number;
  health: ListenerHealth;
}

/** The state of a listener; of one that answers quickly, `slow` and the pauses are absent. */
export interface ListenerHealth {
  /** The listener is slow: few calls run at the same time. */
  slow?: boolean | undefined;
  /** The listener did not answer: nothing is sent before this time (milliseconds since 1970). */
  pausedUntil?: number | undefined;
  /** The number of consecutive pauses. */
  pauses?: number | undefined;
  /** When it last acknowledged an event (milliseconds since 1970). */
  lastSuccessAt?: number | undefined;
  lastError?: z.infer<typeof webhookHealthSchema>['lastError'];
}
