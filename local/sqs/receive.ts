import { redriveTarget } from './lookup.ts';
import { type Message, nextMessages, type Queue } from './queue.ts';
import type { Store } from './store.ts';

/** A message in a receiver's hands: as it was at that moment, with the handle that answers for it. */
export interface Received {
  message: Message;
  receiptHandle: string;
}

/** The most messages of a queue that can be in flight (SQS quotas). */
export const maximumInFlight = 120_000;

/**
 * Takes up to `most` messages and hides them for the time given. One that was received as often as its queue's redrive
 * policy allows goes to the dead-letter queue instead, as SQS does it: when it would be received once more.
 */
export function receiveNow(store: Store, queue: Queue, most: number, visibilitySeconds: number): Received[] {
  store.settle(queue);
  const received: Received[] = [];
  const room = Math.min(most, maximumInFlight - queue.inFlight);
  while (received.length < room) {
    const next = nextMessages(queue, room - received.length);
    if (next.length === 0) break;
    for (const message of next) {
      if (bury(store, queue, message)) continue;
      received.push(take(store, queue, message, visibilitySeconds));
    }
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
  // Retention in a dead-letter queue counts from the first sending, but in a first-in-first-out one from the move.
  if (queue.fifo) change.sentAt = now;
  store.record({ op: 'move', from: queue.name, id: message.id, to: target.name, change });
  return true;
}

/** The system attributes of a message, all as strings, with times in epoch milliseconds. */
export function systemAttributes(queue: Queue, message: Message): Record<string, string> {
  const trace = message.systemAttributes.AWSTraceHeader?.StringValue;
  return {
    SenderId: 'AIDAFURROWLOCAL',
    SentTimestamp: String(message.sentAt),
    ApproximateReceiveCount: String(message.receiveCount),
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
    ...(queue.fifo && { SequenceNumber: sequenceNumber(message.sequence) }),
    ...(message.groupId !== undefined && { MessageGroupId: message.groupId }),
    ...(message.deduplicationId !== undefined && { MessageDeduplicationId: message.deduplicationId }),
    ...(message.deadLetterSourceArn !== undefined && { DeadLetterQueueSourceArn: message.deadLetterSourceArn }),
    ...(trace !== undefined && { AWSTraceHeader: trace }),
  };
}

/** Twenty digits, so that they also sort as text. */
export const sequenceNumber = (sequence: number) => String(sequence).padStart(20, '0');

/** Names the queue, the message and which of its receives this is: an older receive's handle no longer counts. */
function handleOf(queue: Queue, message: Message): string {
  return Buffer.from(`${queue.name} ${message.id} ${message.receiveCount}`).toString('base64url');
}

/** The message and receive count of a handle; undefined when it is not one of this queue's. */
export function readHandle(queue: Queue, handle: string): { id: string; receiveCount: number } | undefined {
  const [name, id, receiveCount] = Buffer.from(handle, 'base64url').toString().split(' ');
  if (name !== queue.name || !id || !receiveCount) return undefined;
  return { id, receiveCount: Number(receiveCount) };
}
