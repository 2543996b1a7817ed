import { accountId, region } from '../credentials.ts';
import { createFairReady } from './fair-ready.ts';
import { createHeap, type Heap } from './heap.ts';
import type { MessageAttributes } from './message-attributes.ts';

/** A message as it is stored and logged. Times are epoch milliseconds. */
export interface Message {
  id: string;
  body: string;
  attributes: MessageAttributes;
  /** The one system attribute a sender may set, `AWSTraceHeader`. */
  systemAttributes: MessageAttributes;
  sentAt: number;
  /** The order of arrival; ascending over all queues. */
  sequence: number;
  groupId?: string;
  /** The source queue of a message in a dead-letter queue. */
  deadLetterSourceArn?: string;
  receiveCount: number;
  /** The number of these receives from another queue, which do not count for the redrive policy of this one. */
  receivedElsewhere?: number;
  /** The last receive that is known to have failed; earlier ones are over as well. */
  failedReceive?: number;
  firstReceivedAt?: number;
  receivedAt?: number;
  state: 'ready' | 'delayed' | 'inFlight';
  /** The time from which it can be received; not in the future if it is ready. */
  visibleAt: number;
}

export interface RedrivePolicy {
  deadLetterTargetArn: string;
  maxReceiveCount: number;
}

export interface Queue {
  name: string;
  arn: string;
  /** Attributes that were set, as strings; defaults are absent. */
  attributes: Record<string, string>;
  createdAt: number;
  modifiedAt: number;
  redrive: RedrivePolicy | undefined;
  messages: Map<string, Message>;
  /** Messages that can be received now, in the order of a fair queue. */
  ready: Heap<Message>;
  /** Delayed and in flight, by the time they can be received. */
  hidden: Heap<Message>;
  /** The number of messages in flight of each group; absent for none. */
  inFlightOfGroup: Map<string, number>;
  inFlight: number;
  delayed: number;
  /** The send time of the oldest message or earlier. No message can have expired before this one does. */
  oldestSentAt: number;
}

export const arnOf = (name: string) => `arn:aws:sqs:${region}:${accountId}:${name}`;

export function createQueue(name: string): Queue {
  const inFlightOfGroup = new Map<string, number>();
  return {
    name,
    arn: arnOf(name),
    attributes: {},
    createdAt: 0,
    modifiedAt: 0,
    redrive: undefined,
    messages: new Map(),
    // A returned message is placed behind those that already wait, so that one bad message does not starve the rest.
    ready: createFairReady(inVisibilityOrder, (groupId) => inFlightOfGroup.get(groupId) ?? 0),
    hidden: createHeap(inVisibilityOrder),
    inFlightOfGroup,
    inFlight: 0,
    delayed: 0,
    oldestSentAt: Number.POSITIVE_INFINITY,
  };
}

const inVisibilityOrder = (a: Message, b: Message) =>
  a.visibleAt < b.visibleAt || (a.visibleAt === b.visibleAt && a.sequence < b.sequence);

/** Adds a message in any state. */
export function addMessage(queue: Queue, message: Message): void {
  queue.messages.set(message.id, message);
  queue.oldestSentAt = Math.min(queue.oldestSentAt, message.sentAt);
  enter(queue, message);
}

/** Removes a message permanently. */
export function removeMessage(queue: Queue, message: Message): void {
  queue.messages.delete(message.id);
  leave(queue, message);
}

/** Changes when and whether a message can be received. */
export function changeState(queue: Queue, message: Message, state: Message['state'], visibleAt: number): void {
  leave(queue, message);
  message.state = state;
  message.visibleAt = visibleAt;
  enter(queue, message);
}

function enter(queue: Queue, message: Message): void {
  if (message.state === 'ready') {
    queue.ready.push(message);
    return;
  }
  queue.hidden.push(message);
  if (message.state === 'delayed') queue.delayed += 1;
  else countInFlight(queue, message, 1);
}

function leave(queue: Queue, message: Message): void {
  queue.ready.remove(message);
  queue.hidden.remove(message);
  if (message.state === 'delayed') queue.delayed -= 1;
  if (message.state === 'inFlight') countInFlight(queue, message, -1);
}

function countInFlight(queue: Queue, { groupId }: Message, by: 1 | -1): void {
  queue.inFlight += by;
  if (groupId === undefined) return;
  const left = (queue.inFlightOfGroup.get(groupId) ?? 0) + by;
  if (left > 0) queue.inFlightOfGroup.set(groupId, left);
  else queue.inFlightOfGroup.delete(groupId);
}
