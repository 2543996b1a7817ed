import { createHash, randomUUID } from 'node:crypto';
import { WireError } from '../http/json-protocol.ts';
import { numberOf } from './attributes.ts';
import { invalidContents, invalidParameter, missingParameter, tooLong } from './errors.ts';
import { attributesSize, checkMessageAttributes, type MessageAttributes } from './message-attributes.ts';
import type { Message, Queue } from './queue.ts';
import type { Store } from './store.ts';

/** A message as sent. */
export interface Outgoing {
  body: string;
  attributes: MessageAttributes;
  systemAttributes: MessageAttributes;
  delaySeconds?: number | undefined;
  groupId?: string | undefined;
  deduplicationId?: string | undefined;
  /** Trace header of the sending call: kept with the message, unless the sender gives another one. */
  traceHeader?: string | undefined;
}

/** A second message with the same deduplication id within this time is a repetition (SQS API reference). */
const deduplicationMilliseconds = 5 * 60_000;

/**
 * Puts a message into the queue. A repetition in a first-in-first-out queue is not stored; the result is then the first
 * one's. Throws the error of SQS for a message that it does not accept.
 */
export function sendMessage(store: Store, queue: Queue, outgoing: Outgoing): { id: string; sequence: number } {
  checkOutgoing(queue, outgoing);
  const now = store.clock.now();
  const deduplicationId = outgoing.deduplicationId ?? contentId(queue, outgoing.body);
  const key = seenKey(queue, deduplicationId, outgoing.groupId);
  forgetSeen(queue, now);
  const before = key === undefined ? undefined : queue.seen.get(key);
  if (before) return before;

  const delay = 1000 * (outgoing.delaySeconds ?? numberOf(queue, 'DelaySeconds'));
  const message: Message = {
    id: randomUUID(),
    body: outgoing.body,
    attributes: outgoing.attributes,
    systemAttributes: { ...traceAttribute(outgoing.traceHeader), ...outgoing.systemAttributes },
    sentAt: now,
    sequence: store.nextSequence(),
    ...(outgoing.groupId !== undefined && { groupId: outgoing.groupId }),
    ...(deduplicationId !== undefined && { deduplicationId }),
    receiveCount: 0,
    state: delay > 0 ? 'delayed' : 'ready',
    visibleAt: now + delay,
  };
  const seen = key === undefined ? undefined : { key, until: now + deduplicationMilliseconds };
  store.record({ op: 'put', queue: queue.name, message, ...(seen && { seen }) });
  return message;
}

function traceAttribute(traceHeader: string | undefined): MessageAttributes {
  return traceHeader === undefined ? {} : { AWSTraceHeader: { DataType: 'String', StringValue: traceHeader } };
}

/** Bytes of a message as its limit counts them. */
export function outgoingSize({ body, attributes, systemAttributes }: Outgoing): number {
  return Buffer.byteLength(body) + attributesSize(attributes) + attributesSize(systemAttributes);
}

function checkOutgoing(queue: Queue, outgoing: Outgoing): void {
  if (outgoing.body === '') throw missingParameter('MessageBody');
  if (!isXmlText(outgoing.body)) throw invalidContents();
  checkMessageAttributes(outgoing.attributes);
  checkSystemAttributes(outgoing.systemAttributes);
  const limit = numberOf(queue, 'MaximumMessageSize');
  if (outgoingSize(outgoing) > limit) throw tooLong(limit);
  const { delaySeconds, groupId, deduplicationId } = outgoing;
  if (delaySeconds !== undefined && !(Number.isInteger(delaySeconds) && delaySeconds >= 0 && delaySeconds <= 900)) {
    throw invalidParameter('DelaySeconds', delaySeconds, 'DelaySeconds must be >= 0 and <= 900.');
  }
  checkToken('MessageGroupId', groupId);
  checkToken('MessageDeduplicationId', deduplicationId);
  if (queue.fifo) checkFifo(queue, outgoing);
  else if (deduplicationId !== undefined) {
    throw invalidParameter('MessageDeduplicationId', deduplicationId, notForThisType);
  }
}

const notForThisType = 'The request includes a parameter that is not valid for this queue type.';

function checkFifo(queue: Queue, { delaySeconds, groupId, deduplicationId }: Outgoing): void {
  if (groupId === undefined) throw missingParameter('MessageGroupId');
  if (delaySeconds) throw invalidParameter('DelaySeconds', delaySeconds, notForThisType);
  if (deduplicationId === undefined && queue.attributes.ContentBasedDeduplication !== 'true') {
    throw new WireError(
      'InvalidParameterValue',
      'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly.',
    );
  }
}

function checkToken(parameter: string, value: string | undefined): void {
  if (value === undefined || /^[!-~]{1,128}$/.test(value)) return;
  throw invalidParameter(
    parameter,
    value,
    `${parameter} can only include alphanumeric and punctuation characters. 1 to 128 in length.`,
  );
}

function checkSystemAttributes(attributes: MessageAttributes): void {
  for (const [name, attribute] of Object.entries(attributes)) {
    if (name !== 'AWSTraceHeader' || attribute.DataType !== 'String') {
      throw new WireError('InvalidParameterValue', `Message system attribute name '${name}' is invalid.`);
    }
  }
}

/** SQS accepts exactly the Unicode characters that XML 1.0 allows. */
function isXmlText(body: string): boolean {
  return !/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(body);
}

function contentId(queue: Queue, body: string): string | undefined {
  if (!queue.fifo || queue.attributes.ContentBasedDeduplication !== 'true') return undefined;
  return createHash('sha256').update(body).digest('hex');
}

function seenKey(queue: Queue, deduplicationId: string | undefined, groupId = ''): string | undefined {
  if (!queue.fifo || deduplicationId === undefined) return undefined;
  return queue.attributes.DeduplicationScope === 'messageGroup' ? `${groupId} ${deduplicationId}` : deduplicationId;
}

function forgetSeen(queue: Queue, now: number): void {
  for (const [key, { until }] of queue.seen) {
    if (until > now) return;
    queue.seen.delete(key);
  }
}
