/** An event that waits for an instance. */
export interface WaitingEvent {
  /** The subject of the event; undefined for events that are not shared out by subject. */
  client?: string | undefined;
}

/** Events that wait for an instance. A client with fewer events under way comes first, and none has all instances. */
export interface WaitingEvents<E extends WaitingEvent> {
  readonly size: number;
  push(event: E): void;
  /** The event whose turn it is, from now on under way until `ended`; undefined when none may begin. */
  next(): E | undefined;
  ended(event: E): void;
  /** The first that came, of any subject. */
  shift(): E | undefined;
  /** How many could begin if there were instances for them. */
  ready(): number;
}

/**
 * On AWS a request waits for no other owner's, since Lambda starts an instance for each. The few instances of a laptop are
 * shared out instead.
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
