import { stateOf } from './event-subscriptions.ts';
import type { DeereWorld } from './world.ts';

/** Something that happened in the world, before it is known whom it concerns. */
export interface Happening {
  eventTypeId: string;
  /** A path of the platform, such as `/fieldOperations/1`. */
  resource: string;
  metadata: Record<string, string>;
}

/** What a batch was answered with. */
export interface Delivered {
  uri: string;
  events: number;
  /** Absent if nothing answered. */
  status?: number;
}

/** How long a batch waits for its answer, in milliseconds. */
const maxWaitMilliseconds = 10_000;

/**
 * Sends what has happened to those who subscribed, in batches. Only addresses on this machine are called: a sandbox makes no calls to others.
 *
 * @param platform the base of links.
 */
export async function deliver(
  world: DeereWorld,
  happenings: readonly Happening[],
  platform: string,
  now: number,
): Promise<Delivered[]> {
  const { authorizationHeaderValue, maxBatchSize, status } = world.delivery;
  if (status === 'Paused') return [];
  const batches = new Map<string, object[]>();
  for (const subscription of world.subscriptions.values()) {
    if (stateOf(subscription, now) !== 'Active') continue;
    const { eventTypeId, filters, targetEndpoint, clientKey, token, id } = subscription;
    const meant = happenings.filter(
      (one) =>
        one.eventTypeId === eventTypeId && filters.every(({ key, values }) => values.includes(one.metadata[key] ?? '')),
    );
    const events = meant.map(({ resource, metadata }) => ({
      ...{ clientKey, eventTypeId, targetResource: `${platform}${resource}` },
      ...(token !== undefined && { token }),
      metadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
      links: [{ rel: 'eventSubscription', uri: `${platform}/eventSubscriptions/${id}` }],
    }));
    batches.set(targetEndpoint.uri, [...(batches.get(targetEndpoint.uri) ?? []), ...events]);
  }
  const delivered: Delivered[] = [];
  for (const [uri, events] of batches) {
    for (let at = 0; at < events.length; at += maxBatchSize) {
      delivered.push(await post(uri, events.slice(at, at + maxBatchSize), authorizationHeaderValue));
    }
  }
  return delivered;
}

async function post(uri: string, events: object[], authorization: string): Promise<Delivered> {
  const { hostname } = new URL(uri);
  if (!/^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(hostname)) return { uri, events: events.length };
  try {
    const response = await fetch(uri, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: JSON.stringify(events),
      redirect: 'manual',
      signal: AbortSignal.timeout(maxWaitMilliseconds),
    });
    await response.body?.cancel();
    return { uri, events: events.length, status: response.status };
  } catch {
    return { uri, events: events.length };
  }
}
