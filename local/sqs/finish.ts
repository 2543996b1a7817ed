import { invalidHandle, invalidParameter, notInFlight } from './errors.ts';
import type { Message, Queue } from './queue.ts';
import { readHandle } from './receive.ts';
import type { Store } from './store.ts';

/** Maximum time for which a message can be hidden after it was received, in seconds (SQS quotas). */
const maximumVisibilitySeconds = 43_200;

/**
 * Deletes the message of a handle. A message that is gone, or was received again since, is ignored without an
 * error, as in SQS.
 *
 * @example deleteMessage(store, queueByUrl(store, QueueUrl), ReceiptHandle);
 */
export function deleteMessage(store: Store, queue: Queue, handle: string): void {
  const message = held(store, queue, handle);
  if (message) store.record({ op: 'remove', queue: queue.name, id: message.id });
}

/**
 * Sets the time for which a message in flight stays hidden, counted from now.
 *
 * @example changeVisibility(store, queueByUrl(store, QueueUrl), ReceiptHandle, VisibilityTimeout);
 */
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

/** Records that the receive of a handle has failed, so that it counts even if this process ends. */
export function failReceive(store: Store, queue: Queue, handle: string): void {
  const message = held(store, queue, handle);
  if (message?.state === 'inFlight') store.record({ op: 'fail', queue: queue.name, id: message.id });
}

/**
 * Undoes unfinished receives of the last process: the message is visible again,
 * and the receive does not count. A receive that is known to have failed counts, and keeps its visibility timeout. Returns the number of receives
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
