import type { ClientTime } from './client-time.ts';

/** An event that waits for an instance. */
export interface WaitingEvent {
  /** The subject of the event; undefined for events that are not shared by subject. */
  client?: string | undefined;
}

/**
 * Events that wait for an instance. Clients with fewer running events come first, then those that have had less time of instances lately. The last free instance is kept for
 * a client that has nothing else running or waiting, and has had little.
 */
export interface WaitingEvents<E extends WaitingEvent> {
  readonly size: number;
  push(event: E): void;
  /** Takes the next event, which counts as running until `ended`; undefined when none may begin. */
  next(): E | undefined;
  ended(event: E): void;
  /** Takes an event that has waited in vain. False if it has begun. */
  remove(event: E): boolean;
  /** The oldest event of any subject. */
  shift(): E | undefined;
  /** The number of events that could begin if there were instances for them. */
  ready(): number;
}

/** Of clients with as many running events, one comes first only if it has had less by so much: otherwise whoever has waited longer. */
const sameMilliseconds = 2_000;

/**
 * On AWS, requests do not wait for those of other owners, since Lambda starts an instance for each. The few instances of a laptop are
 * shared instead.
 */
export function waitingEvents<E extends WaitingEvent>(
  maxInstances: number,
  { time, now }: { time: ClientTime; now(): number },
): WaitingEvents<E> {
  const shared = Math.max(1, maxInstances - 1);
  const waiting: E[] = [];
  const underWay = new Map<string, number>();
  const begun = new Map<E, number>();
  const busy = (client: string) => underWay.get(client) ?? 0;
  const hasNothing = (client: string): boolean =>
    busy(client) === 0 && waiting.filter((event) => event.client === client).length <= 1 && time.isLittle(client);

  const mayBegin = ({ client }: E, running: number): boolean =>
    client === undefined || running < shared || (running < maxInstances && hasNothing(client));

  const isBefore = (a: E, b: E): boolean => {
    const [ofA, ofB] = [a, b].map(({ client }) =>
      client === undefined ? { busy: 0, spent: 0 } : { busy: busy(client), spent: time.of(client) },
    ) as [{ busy: number; spent: number }, { busy: number; spent: number }];
    return ofA.busy < ofB.busy || (ofA.busy === ofB.busy && ofA.spent + sameMilliseconds < ofB.spent);
  };

  const remove = (event: E): boolean => {
    const index = waiting.indexOf(event);
    if (index >= 0) waiting.splice(index, 1);
    return index >= 0;
  };

  return {
    get size() {
      return waiting.length;
    },
    push: (event) => void waiting.push(event),
    next() {
      let first: E | undefined;
      for (const event of waiting) {
        if (mayBegin(event, begun.size) && (first === undefined || isBefore(event, first))) first = event;
      }
      if (!first) return undefined;
      remove(first);
      begun.set(first, now());
      if (first.client !== undefined) underWay.set(first.client, busy(first.client) + 1);
      return first;
    },
    ended(event) {
      const { client } = event;
      const milliseconds = now() - (begun.get(event) ?? now());
      begun.delete(event);
      if (client === undefined) return;
      const left = busy(client) - 1;
      if (left > 0) underWay.set(client, left);
      else underWay.delete(client);
      time.add(client, milliseconds);
    },
    remove,
    shift: () => waiting.shift(),
    ready() {
      let running = begun.size;
      let ready = 0;
      for (const event of waiting) {
        if (!mayBegin(event, running)) continue;
        running += 1;
        ready += 1;
        if (running >= maxInstances) break;
      }
      return ready;
    },
  };
}
