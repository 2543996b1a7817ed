import { feedMilliseconds, settleMilliseconds } from '../../../../domain/alerts/feed.ts';
import type { EventFeed } from '../../../../domain/alerts/ports.ts';
import type { Clock } from '../../../../domain/clock.ts';
import type { FarmEvent } from '../../../../domain/events/event.ts';
import { type EventType, eventTypes } from '../../../../domain/events/event-types.ts';
import { type ShardedIndex, shardOf, shardPage, timeKey } from '../alerts/time-shards.ts';
import { coalescedReads } from '../coalesced-reads.ts';
import { getMany } from '../get-many.ts';
import type { Item, Table } from '../table.ts';

const feedIndex: ShardedIndex = { index: 'byFeed', partitionKey: 'feedKey', sortKey: 'feedSort' };

/**
 * The index keys of an event in its owner's feed; none for internal events. The keys contain the members by which the
 * feed is filtered: these the type, the event's own key the user.
 *
 * @param at milliseconds since 1970.
 */
export function feedKeys({ ownerId, id, type }: FarmEvent, at: number): Record<string, string> {
  if (!eventTypes.includes(type as EventType)) return {};
  return { feedKey: shardOf(ownerId, id), feedSort: `${timeKey(at)}#${type}#${id}` };
}

/** The feed, an index of the outbox. */
export function eventFeed(events: Table, clock: Clock): EventFeed {
  return {
    async list(ownerId, { types, svcUserId, from = 0, to = Number.MAX_SAFE_INTEGER / 10, size, cursor }) {
      const settled = clock.now() - settleMilliseconds;
      const low = timeKey(Math.max(from, clock.now() - feedMilliseconds));
      const high = `${timeKey(Math.min(to, settled))}~`;
      const wants = ({ pk, feedSort }: Item) =>
        (types === undefined || types.includes(String(feedSort).split('#')[1] ?? '')) &&
        (svcUserId === undefined || pk === `${ownerId}#${svcUserId}`);
      const list = JSON.stringify([types, svcUserId, from, to]);
      const page = await shardPage(events, feedIndex, ownerId, {
        between: [low, high],
        ...{ size, cursor, wants, list },
      });
      const items = await getMany(events, page.keys);
      return {
        items: items.flatMap((item) => (item === undefined ? [] : [eventOf(item)])),
        // All events up to the settled time have been read.
        cursor: page.cursorOf(page.last ?? high),
        isEnd: page.last === undefined,
      };
    },
  };
}

function eventOf({ id, type, ownerId, svcUserId, at, payload }: Item): FarmEvent {
  return { id, type, ownerId, svcUserId, at, payload } as FarmEvent;
}

/** Finds events by key; undefined for one that was erased or has expired. */
export function eventFinder(events: Table) {
  const read = coalescedReads(events);
  return (keys: readonly { ownerId: string; svcUserId: string; eventId: string }[]) =>
    Promise.all(
      keys.map(async ({ ownerId, svcUserId, eventId }) => {
        const item = await read({ pk: `${ownerId}#${svcUserId}`, sk: eventId });
        return item && eventOf(item);
      }),
    );
}
