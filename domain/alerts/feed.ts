import * as z from 'zod';
import { eventTypes } from '../events/event-types.ts';

const day = 24 * 60 * 60_000;

/** How far the feed reaches back. */
export const feedMilliseconds = 30 * day;

/** Events are kept longer than the feed reaches, because failed calls refer to them: three days of attempts and 30 more. */
export const keptMilliseconds = 34 * day;

/**
 * An event appears in the feed this long after it was published. Workers publish in parallel, and no event may appear before a cursor that a
 * reader has passed.
 */
export const settleMilliseconds = 10_000;

/** An event of the feed: the body that is sent to webhooks, with its `webhook-id`. */
export const feedEventSchema = z
  .object({
    id: z.string().describe('The `webhook-id` with which it is sent to webhooks.'),
    event: z
      .looseObject({
        type: z.enum(eventTypes).describe('The type of the event.'),
        timestamp: z.string().describe('When the event was published, in UTC.'),
      })
      .describe('The event as it is sent to webhooks; `docs/events.md` lists the members of each type.'),
  })
  .meta({ id: 'FeedEvent' });
