import type { ListenerDirectory } from '../../../domain/alerts/ports.ts';
import type { FarmEvent, OfferedEvent } from '../../../domain/events/event.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { Subscription } from '../../manifest/job.ts';
import { followers, type JobName, jobs } from '../../manifests.ts';

export interface RelayServices {
  queueOf(subscriber: Pick<Subscriber, 'job' | 'name'>): MessageQueue<object>;
  listenerOf: ListenerDirectory['listenerOf'];
  /** Takes an event off the list of what is still to be delivered. */
  markDelivered(event: FarmEvent): Promise<void>;
  /** Notes subscribers that have the event, and offers it once more to the others. */
  markDeliveredTo(event: FarmEvent, names: readonly string[]): Promise<void>;
}

interface Subscriber extends Subscription<object> {
  job: JobName;
}

/** All subscribers, as the manifests of their jobs have them. An event without one stays in the table. */
export const subscribers: readonly Subscriber[] = followers.flatMap((job) => {
  const { follows } = jobs[job];
  return follows ? [{ job, ...follows }] : [];
});

/** The types of events that have a subscriber. */
export const awaitedTypes = [...new Set(subscribers.flatMap(({ types }) => types))];

/**
 * Delivers an event to each of its subscribers that does not have it yet. A subscriber that fails neither keeps the event
 * from the others nor makes them get it again.
 *
 * @throws AggregateError when no subscriber took the event: the stream then offers it again later.
 */
export async function relayEvent(event: OfferedEvent, services: RelayServices): Promise<void> {
  const due = subscribers.filter(({ name, types }) => types.includes(event.type) && !event.deliveredTo.includes(name));
  const outcomes = await Promise.allSettled(due.map((subscriber) => deliver(event, subscriber, services)));
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (failures.length === 0) return services.markDelivered(event);
  if (failures.length === due.length)
    throw new AggregateError(failures, `no subscriber took ${event.type} ${event.id}`);
  console.error({ event: event.id, failures });
  await services.markDeliveredTo(event, namesOf(due, outcomes));
}

async function deliver(event: OfferedEvent, subscriber: Subscriber, services: RelayServices): Promise<void> {
  const { queueOf, listenerOf } = services;
  const listener = subscriber.listened && (await listenerOf(event.ownerId, event.type));
  if (subscriber.listened && listener === undefined) return;
  await queueOf(subscriber).send(subscriber.message(event, listener));
}

function namesOf(due: readonly Subscription<object>[], outcomes: readonly PromiseSettledResult<void>[]): string[] {
  return due.filter((_, index) => outcomes[index]?.status === 'fulfilled').map(({ name }) => name);
}
