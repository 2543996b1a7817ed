import * as z from 'zod';
import { webhookAttemptSchema } from '../../../domain/alerts/attempt.ts';
import { failedCallSchema } from '../../../domain/alerts/delivery.ts';
import { feedEventSchema } from '../../../domain/alerts/feed.ts';
import type { WebhookStore } from '../../../domain/alerts/ports.ts';
import {
  changedWebhookSchema,
  newSecretSchema,
  newWebhookSchema,
  type StoredWebhook,
  webhookReadOnly,
  webhookSchema,
} from '../../../domain/alerts/webhook.ts';
import { limitText } from '../../../domain/limits.ts';
import { inOrder, instant } from '../../../domain/parameters.ts';
import { defineArea } from '../../http/endpoint.ts';
import { type Finder, orNotFound } from '../../http/existence.ts';
import { idInPath, pageParameters } from '../../http/parameters.ts';
import { feedFilters, sliceParameters } from './parameters.ts';

const webhooks = '/alerts/webhooks';
const params = z.object({ webhookId: idInPath.describe('Id of the webhook, as the list of webhooks has it.') });
/** Routes of the gateway that several endpoints share. */
const failedCallParams = z.object({
  failedCallId: z
    .string()
    .regex(/^[0-9a-f]{96}$/, 'there is no such id')
    .describe('Id of the failed call, as the list of failed calls has it.'),
});

const webhookInPath: Finder<
  { params: { webhookId: string } },
  { webhooks: Pick<WebhookStore, 'get'> },
  StoredWebhook
> = async ({ ownerId, params: { webhookId } }, services) =>
  orNotFound(await services.webhooks.get(ownerId, webhookId), 'webhook', webhookId);

const example = {
  name: 'Fields of our application',
  url: 'https://app.example.com/furrow-events',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  events: ['fieldCreated', 'fieldUpdated'],
};
const confirmation =
  'Before the response, `{message}` is sent to the URL, which has to respond with 2xx; otherwise 400 `webhookNotConfirmed` is returned and nothing changes.';
const disabled = 'The webhook is not enabled.';

/** Alerts: webhooks, and a feed of events for applications without a public URL. */
export const alertsApi = defineArea({
  name: 'alerts',
  title: 'Alerts',
  letter: 'AL',
  description:
    'Events are sent to webhooks as they happen, and can be read in a feed. `docs/events.md` lists them, `docs/guide-webhooks.md` shows how to check signatures.',
  base: '/services/alerts/api',
  endpoints: {
    createWebhook: {
      method: 'POST',
      path: webhooks,
      summary: 'Register a webhook',
      description: `${confirmation} An owner can have one webhook for each type of event; 400 \`eventRegisteredTwice\` for a second one.`,
      access: 'owner',
      idempotent: true,
      body: { kind: 'json', schema: newWebhookSchema, readOnly: ['id'], example },
      responses: {
        201: {
          description: 'The webhook. Its secret is never returned again.',
          schema: webhookSchema,
          location: '/alerts/webhooks/{id}',
        },
      },
    },
    listWebhooks: {
      method: 'GET',
      path: webhooks,
      summary: 'List webhooks',
      description: 'Without `sort`, the oldest comes first.',
      access: 'owner',
      paged: true,
      query: z.strictObject({ ...pageParameters(['id', 'name', 'url', 'createdTime', 'updatedTime']) }),
      responses: { 200: { description: 'One page of webhooks.', schema: z.array(webhookSchema) } },
    },
    listFailedCalls: {
      method: 'GET',
      path: `${webhooks}/failed-calls`,
      summary: 'List failed calls',
      description:
        'Calls whose last attempt has failed are listed for 30 days, the newest first. `cursor` is present as long as there may be more items, even if the response has fewer items than requested.',
      access: 'owner',
      query: z
        .strictObject({
          ...sliceParameters,
          webhookId: z.uuid().toLowerCase().optional().describe('Only calls of this webhook.'),
        })
        .refine(...inOrder('from', 'to')),
      responses: {
        200: {
          description: 'Failed calls.',
          schema: z
            .object({
              items: z.array(failedCallSchema).describe('The failed calls.'),
              cursor: z.string().optional().describe('Give it as `cursor` to read on; absent at the end.'),
            })
            .meta({ id: 'FailedCalls' }),
        },
      },
    },
    replayFailedCall: {
      method: 'POST',
      path: `${webhooks}/failed-calls/{failedCallId}/replay`,
      summary: 'Send a failed call again',
      description: 'Sends the call with a full set of attempts. It is listed as failed again only if all of them fail.',
      access: 'owner',
      addition: true,
      conflict: disabled,
      params: failedCallParams,
      exists: { failedCall: 'ownWrite' },
      responses: { 202: { description: 'The call is queued.' } },
    },
    getWebhook: {
      method: 'GET',
      path: `${webhooks}/{webhookId}`,
      summary: 'Get a webhook',
      description: 'With the state of its deliveries. The secret is masked.',
      access: 'owner',
      params,
      exists: { webhook: webhookInPath },
      responses: { 200: { description: 'The webhook, its secret masked.', schema: webhookSchema } },
    },
    changeWebhook: {
      method: 'PATCH',
      path: `${webhooks}/{webhookId}`,
      summary: 'Change a webhook',
      description: `Only the given members change. A new URL is confirmed first. ${confirmation} With \`enabled\` false, no events are sent: those that wait are sent when it is true again, and later ones by \`replay\`. A \`secret\` is 400: it is changed by \`POST …/secret\`.`,
      access: 'owner',
      addition: true,
      conflict: 'The webhook is being changed by several requests at once.',
      params,
      exists: { webhook: 'ownWrite' },
      body: {
        kind: 'json',
        schema: changedWebhookSchema,
        readOnly: webhookReadOnly,
        example: { name: 'All fields' },
      },
      responses: { 200: { description: 'The webhook after the change.', schema: webhookSchema } },
    },
    deleteWebhook: {
      method: 'DELETE',
      path: `${webhooks}/{webhookId}`,
      summary: 'Delete a webhook',
      description: 'No more events are sent, including those that wait for another attempt.',
      access: 'owner',
      conflict: 'The webhook is being changed by several requests at once.',
      params,
      exists: { webhook: 'ownWrite' },
      responses: { 204: { description: 'Deleted.' } },
    },
    changeWebhookSecret: {
      method: 'POST',
      path: `${webhooks}/{webhookId}/secret`,
      summary: "Change a webhook's secret",
      description: `For ${limitText.formerSecretSeconds}, events are signed with both secrets: \`webhook-signature\` has two signatures, \`X-Svc-Signature\` the one of the new secret and \`X-Svc-Signature-Former\` the one of the former secret.`,
      access: 'owner',
      addition: true,
      conflict: 'The webhook is being changed by several requests at once.',
      params,
      exists: { webhook: 'ownWrite' },
      body: { kind: 'json', schema: newSecretSchema, example: { secret: example.secret } },
      responses: { 200: { description: 'The webhook, its secret masked.', schema: webhookSchema } },
    },
    testWebhook: {
      method: 'POST',
      path: `${webhooks}/{webhookId}/test`,
      summary: 'Send a test call',
      description: 'Sends `{type: "test", timestamp, message}`, signed like every event, and waits for the response.',
      access: 'owner',
      addition: true,
      params,
      exists: { webhook: webhookInPath },
      responses: {
        200: {
          description: 'The listener’s response.',
          schema: z
            .object({
              delivered: z.boolean().describe('Whether the listener responded with 2xx.'),
              status: z.int().optional().describe('The HTTP status of the listener’s response, if it responded.'),
              response: z.string().optional().describe('The first 1,000 characters of a response other than 2xx.'),
              connectionError: z.string().optional().describe('Why there was no response.'),
              durationMilliseconds: z.int().describe('How long the call took, in milliseconds.'),
            })
            .meta({ id: 'WebhookTest' }),
        },
      },
    },
    deliverPending: {
      method: 'POST',
      path: `${webhooks}/{webhookId}/deliver`,
      summary: 'Send what is pending now',
      description: `Makes the next attempt at the events that wait for one, up to ${limitText.hastenedDeliveries} per request, whatever their schedule. An attempt that fails counts as any other.`,
      access: 'owner',
      addition: true,
      conflict: disabled,
      params,
      exists: { webhook: webhookInPath },
      responses: {
        202: {
          description:
            'The events are due now. They are sent within a minute, 300 a minute, or at the pace of a slow listener.',
          schema: z
            .object({
              queued: z.int().describe('The number of events that are due now.'),
              remaining: z
                .int()
                .describe('The number of events that are left on their schedule. Send the request again for them.'),
            })
            .meta({ id: 'PendingDelivered' }),
        },
      },
    },
    listAttempts: {
      method: 'GET',
      path: `${webhooks}/{webhookId}/attempts`,
      summary: 'List attempts',
      description:
        'Every call of the last seven days that was an attempt to send an event, delivered or not, the newest first. `cursor` is present as long as there may be more items.',
      access: 'owner',
      addition: true,
      params,
      exists: { webhook: webhookInPath },
      query: z.strictObject({ ...sliceParameters }).refine(...inOrder('from', 'to')),
      responses: {
        200: {
          description: 'Attempts.',
          schema: z
            .object({
              items: z.array(webhookAttemptSchema).describe('The attempts, the newest first.'),
              cursor: z.string().optional().describe('Give it as `cursor` to read on; absent at the end.'),
            })
            .meta({ id: 'WebhookAttempts' }),
        },
      },
    },
    replayWebhook: {
      method: 'POST',
      path: `${webhooks}/{webhookId}/replay`,
      summary: 'Send the events of a span of time again',
      description:
        'With `scope` `failed`, the failed calls, selected by the time at which they failed, the newest first. With `scope` `all`, every event of the types of this webhook in the feed, delivered or not, selected by the time at which it was published, the oldest first; those that wait for an attempt are left on their schedule. Up to 100 per request: `cursor` is returned as long as there may be more, send it with the next request.',
      access: 'owner',
      addition: true,
      conflict: disabled,
      params,
      exists: { webhook: webhookInPath },
      body: {
        kind: 'json',
        schema: z
          .strictObject({
            scope: z
              .enum(['failed', 'all'])
              .default('failed')
              .describe('`failed` sends failed calls again, `all` every event of the webhook’s types.'),
            from: instant.describe('Only events that were published at this time or later.'),
            to: instant
              .optional()
              .describe('Only events that were published at this time or earlier; until now by default.'),
            cursor: sliceParameters.cursor,
          })
          .refine(...inOrder('from', 'to'))
          .meta({ id: 'WebhookReplay' }),
        example: { from: '2026-05-01T00:00:00.000Z' },
      },
      responses: {
        202: {
          description: 'The events are queued.',
          schema: z
            .object({
              replayed: z.int().describe('The number of events that were queued.'),
              cursor: z
                .string()
                .optional()
                .describe('Give it as `cursor` in a next request to replay on; absent at the end.'),
            })
            .meta({ id: 'WebhookReplayed' }),
        },
      },
    },
    listEvents: {
      method: 'GET',
      path: '/events',
      summary: 'Read the feed of events',
      description:
        'Events of the last 30 days in the order in which they were published, the oldest first, available about ten seconds after they happened. `cursor` is always present: use it to read later events, even after an empty response. An event may appear twice, with the same `id`.',
      access: 'owner',
      addition: true,
      query: z.strictObject({ ...sliceParameters, ...feedFilters }).refine(...inOrder('from', 'to')),
      responses: {
        200: {
          description: 'Events, and the cursor for the next request.',
          schema: z
            .object({
              items: z.array(feedEventSchema).describe('The events, the oldest first.'),
              cursor: z.string().describe('Give it as `cursor` to read on, now or later.'),
            })
            .meta({ id: 'EventFeed' }),
        },
      },
    },
  },
});
