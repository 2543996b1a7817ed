import type { Queue } from './queue.ts';
import { type Received, receiveNow } from './receive.ts';
import type { Store } from './store.ts';

export interface ReceiveRequest {
  most: number;
  visibilitySeconds: number;
  waitMilliseconds: number;
  /** Ends the wait without a message. */
  signal?: AbortSignal;
}

/** Receivers that wait for a message, served in the order they came. */
export interface Waiters {
  /** Answers at once with what is there, else as soon as something is, else with nothing when the time is over. */
  receive(queue: Queue, request: ReceiveRequest): Promise<Received[]>;
  /** Looks again at every queue that has a receiver waiting: call it after each change and when the clock has moved. */
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

/** Timers hold no longer than this, so that a clock which was moved without `serve` is noticed all the same. */
const maxTimer = 3_600_000;

export function createWaiters(store: Store): Waiters {
  const waiting = new Map<Queue, Waiter[]>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function serve(): void {
    // A message that one queue gives up may be awaited at another queue, seen already.
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

  /** Messages that end the wait, or none when the time is over or the queue gone; undefined while the wait goes on. */
  function due(queue: Queue, { request, until }: Waiter): Received[] | undefined {
    // Asked for each waiter: a change that could not be kept leaves other objects for all queues.
    if (store.queues.get(queue.name) !== queue) return [];
    const received = receiveNow(store, queue, request.most, request.visibilitySeconds);
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
      const received = receiveNow(store, queue, request.most, request.visibilitySeconds);
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
