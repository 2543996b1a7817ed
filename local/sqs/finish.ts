import { invalidHandle, invalidParameter, notInFlight } from './errors.ts';
import type { Message, Queue } from './queue.ts';
import { readHandle } from './receive.ts';
import type { Store } from './store.ts';

/** The longest that a message can stay hidden after it was received, in seconds (SQS quotas). */
const maximumVisibilitySeconds = 43_200;

/**
 * Deletes the message a handle answers for. One that is gone, or was received again since, is left alone without an
 * error, as in SQS; a first-in-first-out queue refuses a handle whose visibility timeout has ended.
 */
export function deleteMessage(store: Store, queue: Queue, handle: string): void {
  const message = held(store, queue, handle);
  if (!message) return;
  if (queue.fifo && message.state !== 'inFlight') {
    throw invalidParameter('ReceiptHandle', handle, 'The receipt handle has expired.');
  }
  store.record({ op: 'remove', queue: queue.name, id: message.id });
}

/** Sets the time for which a message in flight stays hidden, counted from now. */
export function changeVisibility(store: Store, queue: Queue, handle: string, seconds: number): void {
  if (!(Number.isInteger(seconds) && seconds >= 0 && seconds <= maximumVisibilitySeconds)) {
    throw invalidParameter('VisibilityTimeout', seconds, `Must be between 0 and ${maximumVisibilitySeconds}.`);
  }
  const message = held(store, queue, handle);
  if (!message) {
    const reason = 'Message does not exist or is not available for visibility timeout change.';
    throw invalidParameter('ReceiptHandle', handle, reason);
  }
  if (message.state !== 'inFlight') throw notInFlight();
  const visibleAt = store.clock.now() + 1000 * seconds;
  if (visibleAt - (message.receivedAt ?? 0) > 1000 * maximumVisibilitySeconds) {
    const reason = `Total VisibilityTimeout for the message is beyond the limit [${maximumVisibilitySeconds} seconds]`;
    throw invalidParameter('VisibilityTimeout', seconds, reason);
  }
  store.record({ op: 'show', queue: queue.name, id: message.id, visibleAt });
}

/** Notes that the receive a handle answers for has failed, so that it counts whatever becomes of this process. */
export function failReceive(store: Store, queue: Queue, handle: string): void {
  const message = held(store, queue, handle);
  if (message?.state === 'inFlight') store.record({ op: 'fail', queue: queue.name, id: message.id });
}

/**
 * Takes back the receives whose receivers died with the last process, none of which had an end: the message is visible again,
 * and was never received. A receive that is known to have failed counts, and keeps its visibility timeout. Answers how many were
 * taken back.
 */
export function releaseInFlight(store: Store, queue: Queue): number {
  const brokenOff = [...queue.messages.values()].filter(
    ({ state, receiveCount, failedReceive }) => state === 'inFlight' && failedReceive !== receiveCount,
  );
  const visibleAt = store.clock.now();
  for (const { id } of brokenOff) store.record({ op: 'return', queue: queue.name, id, visibleAt });
  store.settle(queue);
  return brokenOff.length;
}

function held(store: Store, queue: Queue, handle: string): Message | undefined {
  const receipt = readHandle(queue, handle);
  if (!receipt) throw invalidHandle(handle);
  store.settle(queue);
  const message = queue.messages.get(receipt.id);
  return message?.receiveCount === receipt.receiveCount ? message : undefined;
}
