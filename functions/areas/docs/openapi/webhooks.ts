import * as z from 'zod';
import { eventCatalogue } from '../../../../domain/events/catalogue.ts';
import { eventTypes } from '../../../../domain/events/event-types.ts';
import { publishedTypes } from '../../../manifests.ts';
import type { JsonSchema, SchemaCollection } from './json-schema.ts';

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
  description,
});

const headers = [
  header('webhook-id', 'Identifies the event; the same in every attempt.'),
  header('webhook-timestamp', 'The time of the attempt, in seconds since 1970.'),
  header(
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two signatures, separated by a space, while two secrets are valid.',
  ),
  header('X-Svc-Signature', 'The base64 HMAC-SHA256 of the body.'),
];

/** The calls that owners' webhooks get, by type of event. */
export function webhooksOf(schemas: SchemaCollection): Record<string, JsonSchema> {
  const all = eventTypes.map((type) => {
    const { when, payload, example } = eventCatalogue[type];
    const schema = z
      .object({
        type: z.literal(type).describe('The type of the event.'),
        timestamp: z.iso.datetime().describe('When the event was published, in UTC.'),
        ...payload.shape,
      })
      .meta({ id: `${type[0]?.toUpperCase()}${type.slice(1)}Event` });
    const body = { schema: schemas.describe(schema, 'output'), example: { ...head(type), ...example } };
    const post = {
      operationId: `${type}Event`,
      tags: ['Alerts'],
      summary: when,
      ...(!publishedTypes.has(type) && {
        description: 'Not sent yet: the part of the service that publishes it does not exist yet.',
      }),
      parameters: headers,
      requestBody: { required: true, content: { 'application/json': body } },
      responses: {
        '2XX': {
          description:
            'Acknowledges the event. After any other response it is sent again, up to ten times in three days.',
        },
      },
    };
    return [type, { post }];
  });
  return Object.fromEntries(all);
}

const head = (type: string) => ({ type, timestamp: '2026-05-01T12:00:00.000Z' });
