import { redriveTarget } from './lookup.ts';
import type { Message, Queue } from './queue.ts';
import type { Store } from './store.ts';

/** A received message: its state when it was received, with its handle. */
export interface Received {
  message: Message;
  receiptHandle: string;
}

/** Maximum number of messages of a queue in flight (SQS quotas). */
export const maximumInFlight = 120_000;

/**
 * Receives up to `max` messages and hides them for the given time. A message that was received as often as its queue's redrive
 * policy allows is moved to the dead-letter queue when it would be received once more, as in SQS.
 */
export function receiveNow(store: Store, queue: Queue, max: number, visibilitySeconds: number): Received[] {
  store.settle(queue);
  const received: Received[] = [];
  const room = Math.min(max, maximumInFlight - queue.inFlight);
  while (received.length < room) {
    const message = queue.ready.peek();
    if (!message) break;
    if (bury(store, queue, message)) continue;
    received.push(take(store, queue, message, visibilitySeconds));
  }
  return received;
}

function take(store: Store, queue: Queue, message: Message, visibilitySeconds: number): Received {
  const at = store.clock.now();
  const visibleAt = at + 1000 * visibilitySeconds;
  store.record({ op: 'receive', queue: queue.name, id: message.id, at, visibleAt });
  return { message: { ...message }, receiptHandle: handleOf(queue, message) };
}

function bury(store: Store, queue: Queue, message: Message): boolean {
  const target = redriveTarget(store, queue);
  const receivedHere = message.receiveCount - (message.receivedElsewhere ?? 0);
  if (!target || !queue.redrive || receivedHere < queue.redrive.maxReceiveCount) return false;
  const now = store.clock.now();
  const change: Partial<Message> = {
    state: 'ready',
    visibleAt: now,
    sequence: store.nextSequence(),
    deadLetterSourceArn: queue.arn,
    receivedElsewhere: message.receiveCount,
  };
  store.record({ op: 'move', from: queue.name, id: message.id, to: target.name, change });
  return true;
}

/** The system attributes of a message, all as strings, with times in epoch milliseconds. */
export function systemAttributes(message: Message): Record<string, string> {
  const trace = message.systemAttributes.AWSTraceHeader?.StringValue;
  return {
    SenderId: 'AIDAFURROWLOCAL',
    SentTimestamp: String(message.sentAt),
    ApproximateReceiveCount: String(message.receiveCount),
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
    ...(message.groupId !== undefined && { MessageGroupId: message.groupId }),
    ...(message.deadLetterSourceArn !== undefined && { DeadLetterQueueSourceArn: message.deadLetterSourceArn }),
    ...(trace !== undefined && { AWSTraceHeader: trace }),
  };
}

/** Identifies the queue, the message and the receive: the handle of an older receive is no longer valid. */
function handleOf(queue: Queue, message: Message): string {
  return Buffer.from(`${queue.name} ${message.id} ${message.receiveCount}`).toString('base64url');
}

/** The message and receive count of a handle; undefined when it does not belong to this queue. */
export function readHandle(queue: Queue, handle: string): { id: string; receiveCount: number } | undefined {
  const [name, id, receiveCount] = Buffer.from(handle, 'base64url').toString().split(' ');
  if (name !== queue.name || !id || !receiveCount) return undefined;
  return { id, receiveCount: Number(receiveCount) };
}
