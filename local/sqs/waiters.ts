import type { Queue } from './queue.ts';
import { type Received, receiveNow } from './receive.ts';
import type { Store } from './store.ts';

export interface ReceiveRequest {
  max: number;
  visibilitySeconds: number;
  waitMilliseconds: number;
  /** Ends the waiting without a message. */
  signal?: AbortSignal;
}

/** Receivers that wait for a message, served in their order of arrival. */
export interface Waiters {
  /** Returns available messages at once, otherwise waits for the first ones; returns none when the time is over. */
  receive(queue: Queue, request: ReceiveRequest): Promise<Received[]>;
  /** Checks every queue with a waiting receiver; call it after each change and when the clock has moved. */
  serve(): void;
  /** Ends every wait without a message. */
  close(): void;
}

interface Waiter {
  request: ReceiveRequest;
  until: number;
  end(received: Received[]): void;
  fail(error: unknown): void;
}

/** Maximum duration of a timer, so that a clock that was moved without `serve` is noticed. */
const maxTimer = 3_600_000;

export function createWaiters(store: Store): Waiters {
  const waiting = new Map<Queue, Waiter[]>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function serve(): void {
    // A message that moves to another queue may be awaited there, by a receiver that was checked before.
    for (let before = -1; before !== store.changes; ) {
      before = store.changes;
      for (const [queue, waiters] of waiting) serveQueue(queue, waiters);
    }
    setTimer();
  }

  function serveQueue(queue: Queue, waiters: Waiter[]): void {
    for (const waiter of [...waiters]) {
      try {
        const received = due(queue, waiter);
        if (!received) continue;
        leave(queue, waiter);
        store.flush();
        waiter.end(received);
      } catch (error) {
        leave(queue, waiter);
        waiter.fail(error);
      }
    }
  }

  /** Messages that end the wait, or none when the time is over or the queue is deleted; undefined while the wait continues. */
  function due(queue: Queue, { request, until }: Waiter): Received[] | undefined {
    // Looked up for each waiter, since all queue objects are replaced when a change could not be stored.
    if (store.queues.get(queue.name) !== queue) return [];
    const received = receiveNow(store, queue, request.max, request.visibilitySeconds);
    return received.length > 0 || until <= store.clock.now() ? received : undefined;
  }

  function leave(queue: Queue, waiter: Waiter): void {
    const rest = waiting.get(queue)?.filter((other) => other !== waiter) ?? [];
    if (rest.length > 0) waiting.set(queue, rest);
    else waiting.delete(queue);
  }

  async function wait(queue: Queue, request: ReceiveRequest): Promise<Received[]> {
    let abort = () => {};
    const received = new Promise<Received[]>((end, fail) => {
      const waiter = { request, until: store.clock.now() + request.waitMilliseconds, end, fail };
      waiting.set(queue, [...(waiting.get(queue) ?? []), waiter]);
      abort = () => {
        leave(queue, waiter);
        end([]);
      };
    });
    request.signal?.addEventListener('abort', abort);
    setTimer();
    return received.finally(() => request.signal?.removeEventListener('abort', abort));
  }

  function setTimer(): void {
    clearTimeout(timer);
    let next = Number.POSITIVE_INFINITY;
    for (const [queue, waiters] of waiting) {
      next = Math.min(next, queue.hidden.peek()?.visibleAt ?? next, ...waiters.map(({ until }) => until));
    }
    if (next === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(serve, Math.min(Math.max(next - store.clock.now(), 1), maxTimer));
    timer.unref();
  }

  return {
    async receive(queue, request) {
      const received = receiveNow(store, queue, request.max, request.visibilitySeconds);
      store.flush();
      serve();
      if (received.length > 0 || request.waitMilliseconds <= 0 || request.signal?.aborted || closed) return received;
      return wait(queue, request);
    },
    serve,
    close() {
      closed = true;
      clearTimeout(timer);
      for (const waiters of waiting.values()) for (const waiter of waiters) waiter.end([]);
      waiting.clear();
    },
  };
}
