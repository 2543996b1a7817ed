import { randomUUID } from 'node:crypto';
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

/** Puts a message into the queue. Throws the error of SQS for a message that it does not accept. */
export function sendMessage(store: Store, queue: Queue, outgoing: Outgoing): { id: string } {
  checkOutgoing(queue, outgoing);
  const now = store.clock.now();
  const delay = 1000 * (outgoing.delaySeconds ?? numberOf(queue, 'DelaySeconds'));
  const message: Message = {
    id: randomUUID(),
    body: outgoing.body,
    attributes: outgoing.attributes,
    systemAttributes: { ...traceAttribute(outgoing.traceHeader), ...outgoing.systemAttributes },
    sentAt: now,
    sequence: store.nextSequence(),
    ...(outgoing.groupId !== undefined && { groupId: outgoing.groupId }),
    receiveCount: 0,
    state: delay > 0 ? 'delayed' : 'ready',
    visibleAt: now + delay,
  };
  store.record({ op: 'put', queue: queue.name, message });
  return { id: message.id };
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
  if (deduplicationId !== undefined) {
    const reason = 'The request includes a parameter that is not valid for this queue type.';
    throw invalidParameter('MessageDeduplicationId', deduplicationId, reason);
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
