import { accountId, region } from '../credentials.ts';
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
  deduplicationId?: string;
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

/** State of a message group of a first-in-first-out queue, which is locked while one of its messages is in flight. */
export interface Group {
  messages: Message[];
  inFlight: number;
}

export interface RedrivePolicy {
  deadLetterTargetArn: string;
  maxReceiveCount: number;
}

export interface Queue {
  name: string;
  arn: string;
  fifo: boolean;
  /** Attributes that were set, as strings; defaults are absent. */
  attributes: Record<string, string>;
  tags: Record<string, string>;
  createdAt: number;
  modifiedAt: number;
  redrive: RedrivePolicy | undefined;
  messages: Map<string, Message>;
  /** Messages that can be received now; only the first one of each group of a first-in-first-out queue. */
  ready: Heap<Message>;
  /** Delayed and in flight, by the time they can be received. */
  hidden: Heap<Message>;
  groups: Map<string, Group>;
  inFlight: number;
  delayed: number;
  /** The send time of the oldest message or earlier. No message can have expired before this one does. */
  oldestSentAt: number;
  /** Deduplication ids of the last five minutes, oldest first. */
  seen: Map<string, Sighting>;
}

/** A used deduplication id: a second send within its time returns the ids of the first one. */
export interface Sighting {
  id: string;
  sequence: number;
  until: number;
}

export const arnOf = (name: string) => `arn:aws:sqs:${region}:${accountId}:${name}`;

export function createQueue(name: string): Queue {
  const fifo = name.endsWith('.fifo');
  return {
    name,
    arn: arnOf(name),
    fifo,
    attributes: {},
    tags: {},
    createdAt: 0,
    modifiedAt: 0,
    redrive: undefined,
    messages: new Map(),
    // A returned message is placed behind those that already wait, so that one bad message does not starve the rest.
    ready: createHeap(fifo ? inArrivalOrder : inVisibilityOrder),
    hidden: createHeap(inVisibilityOrder),
    groups: new Map(),
    inFlight: 0,
    delayed: 0,
    oldestSentAt: Number.POSITIVE_INFINITY,
    seen: new Map(),
  };
}

const inArrivalOrder = (a: Message, b: Message) => a.sequence < b.sequence;
const inVisibilityOrder = (a: Message, b: Message) =>
  a.visibleAt < b.visibleAt || (a.visibleAt === b.visibleAt && a.sequence < b.sequence);

/** Adds a message in any state. */
export function addMessage(queue: Queue, message: Message): void {
  queue.messages.set(message.id, message);
  queue.oldestSentAt = Math.min(queue.oldestSentAt, message.sentAt);
  const group = groupOf(queue, message);
  group?.messages.push(message);
  enter(queue, message, group);
}

/** Removes a message permanently. */
export function removeMessage(queue: Queue, message: Message): void {
  queue.messages.delete(message.id);
  const group = groupOf(queue, message);
  group?.messages.splice(group.messages.indexOf(message), 1);
  leave(queue, message, group);
  if (group?.messages.length === 0) queue.groups.delete(message.groupId ?? '');
  else offerFirst(queue, group);
}

/** Changes when and whether a message can be received. */
export function changeState(queue: Queue, message: Message, state: Message['state'], visibleAt: number): void {
  const group = groupOf(queue, message);
  leave(queue, message, group);
  message.state = state;
  message.visibleAt = visibleAt;
  enter(queue, message, group);
  offerFirst(queue, group);
}

/**
 * The messages that one receiver may take together, beginning with the next one: in a first-in-first-out
 * queue the ready ones of its group in order, otherwise only that one.
 */
export function nextMessages(queue: Queue, max: number): Message[] {
  const first = queue.ready.peek();
  if (!first) return [];
  const group = groupOf(queue, first);
  if (!group) return [first];
  const end = group.messages.findIndex((message, index) => index >= max || message.state !== 'ready');
  return group.messages.slice(0, end < 0 ? undefined : end);
}

function groupOf(queue: Queue, message: Message): Group | undefined {
  if (!queue.fifo) return undefined;
  const id = message.groupId ?? '';
  let group = queue.groups.get(id);
  if (!group) {
    group = { messages: [], inFlight: 0 };
    queue.groups.set(id, group);
  }
  return group;
}

function enter(queue: Queue, message: Message, group: Group | undefined): void {
  if (message.state === 'ready') {
    if (group) offerFirst(queue, group);
    else queue.ready.push(message);
    return;
  }
  queue.hidden.push(message);
  if (message.state === 'delayed') queue.delayed += 1;
  else queue.inFlight += 1;
  if (group && message.state === 'inFlight') group.inFlight += 1;
}

function leave(queue: Queue, message: Message, group: Group | undefined): void {
  queue.ready.remove(message);
  queue.hidden.remove(message);
  if (message.state === 'delayed') queue.delayed -= 1;
  if (message.state !== 'inFlight') return;
  queue.inFlight -= 1;
  if (group) group.inFlight -= 1;
}

function offerFirst(queue: Queue, group: Group | undefined): void {
  const first = group?.messages[0];
  if (!group || first?.state !== 'ready' || queue.ready.has(first)) return;
  if (group.inFlight === 0) queue.ready.push(first);
}
