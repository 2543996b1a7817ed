/** An event that waits for an instance. */
export interface WaitingEvent {
  /** The subject of the event; undefined for events that are not shared by subject. */
  client?: string | undefined;
}

/** Events that wait for an instance. Clients with fewer running events come first, and no client may have all instances. */
export interface WaitingEvents<E extends WaitingEvent> {
  readonly size: number;
  push(event: E): void;
  /** Takes the next event, which counts as running until `ended`; undefined when none may begin. */
  next(): E | undefined;
  ended(event: E): void;
  /** The oldest event of any subject. */
  shift(): E | undefined;
  /** The number of events that could begin if there were instances for them. */
  ready(): number;
}

/**
 * On AWS, requests do not wait for those of other owners, since Lambda starts an instance for each. The few instances of a laptop are
 * shared instead.
 */
export function waitingEvents<E extends WaitingEvent>(maxInstances: number): WaitingEvents<E> {
  const maxOfClient = Math.max(1, maxInstances - 1);
  const waiting: E[] = [];
  const underWay = new Map<string, number>();
  const busy = ({ client }: E) => (client === undefined ? 0 : (underWay.get(client) ?? 0));

  return {
    get size() {
      return waiting.length;
    },
    push: (event) => void waiting.push(event),
    next() {
      let first: E | undefined;
      for (const event of waiting) {
        if (busy(event) < maxOfClient && (first === undefined || busy(event) < busy(first))) first = event;
      }
      if (!first) return undefined;
      waiting.splice(waiting.indexOf(first), 1);
      if (first.client !== undefined) underWay.set(first.client, busy(first) + 1);
      return first;
    },
    ended(event) {
      if (event.client === undefined) return;
      const left = busy(event) - 1;
      if (left > 0) underWay.set(event.client, left);
      else underWay.delete(event.client);
    },
    shift: () => waiting.shift(),
    ready() {
      const counts = new Map(underWay);
      let ready = 0;
      for (const { client } of waiting) {
        const count = client === undefined ? 0 : (counts.get(client) ?? 0);
        if (count >= maxOfClient) continue;
        if (client !== undefined) counts.set(client, count + 1);
        ready += 1;
        if (ready >= maxInstances) break;
      }
      return ready;
    },
  };
}
