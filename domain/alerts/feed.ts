import * as z from 'zod';
import { eventTypes } from '../events/event-types.ts';

const day = 24 * 60 * 60_000;

/** The feed reaches back so far. */
export const feedMilliseconds = 30 * day;

/** Events are kept longer than that, since a failed call of theirs is: three days of attempts and 30 more. */
export const keptMilliseconds = 34 * day;

/**
 * An event is in the feed this long after it was published: workers publish side by side, and nothing may appear behind a place that a reader
 * has passed.
 */
export const settleMilliseconds = 10_000;

/** An event of the feed: what webhooks are sent, and the `webhook-id` that it has there. */
export const feedEventSchema = z
  .object({
    id: z.string().describe('The `webhook-id` with which it is sent to webhooks.'),
    event: z
      .looseObject({ type: z.enum(eventTypes), timestamp: z.string() })
      .describe('The event as it is sent to webhooks; `docs/events.md` lists the members of each type.'),
  })
  .meta({ id: 'FeedEvent' });
