import * as z from 'zod';
import { type Call, operation } from '../../http/json-protocol.ts';
import { numberOf } from '../attributes.ts';
import { invalidParameter, overLimit } from '../errors.ts';
import { changeVisibility, deleteMessage } from '../finish.ts';
import { queueByUrl } from '../lookup.ts';
import { md5, md5OfAttributes, messageAttribute, pickAttributes } from '../message-attributes.ts';
import type { Queue } from '../queue.ts';
import { maximumInFlight, type Received, systemAttributes } from '../receive.ts';
import { type Outgoing, sendMessage } from '../send.ts';
import type { Store } from '../store.ts';
import { type Core, durable, queueUrl } from './core.ts';

/** Parameters of one message, sent alone or in a batch. */
export const sendFields = z.object({
  MessageBody: z.string(),
  DelaySeconds: z.number().optional(),
  MessageAttributes: z.record(z.string(), messageAttribute).default({}),
  MessageSystemAttributes: z.record(z.string(), messageAttribute).default({}),
  MessageGroupId: z.string().optional(),
  MessageDeduplicationId: z.string().optional(),
});

const names = z.array(z.string()).default([]);
const receiveInput = queueUrl.extend({
  MaxNumberOfMessages: z.number().default(1),
  VisibilityTimeout: z.number().optional(),
  WaitTimeSeconds: z.number().optional(),
  AttributeNames: names,
  MessageSystemAttributeNames: names,
  MessageAttributeNames: names,
});
const deleteInput = queueUrl.extend({ ReceiptHandle: z.string() });
const visibilityInput = deleteInput.extend({ VisibilityTimeout: z.number() });

/** The operations on single messages. */
export function messageOperations(core: Core) {
  const { store } = core;
  return {
    SendMessage: durable(core, queueUrl.extend(sendFields.shape), (input, call) =>
      sendOne(store, queueByUrl(store, input.QueueUrl), outgoingOf(input, call)),
    ),
    ReceiveMessage: operation(receiveInput, async (input, { signal }) => {
      const queue = queueByUrl(store, input.QueueUrl);
      const request = receiveRequest(queue, input);
      const received = await core.waiters.receive(queue, { ...request, signal });
      return received.length > 0 ? { Messages: received.map((one) => onTheWire(one, input)) } : {};
    }),
    DeleteMessage: durable(core, deleteInput, ({ QueueUrl, ReceiptHandle }) => {
      deleteMessage(store, queueByUrl(store, QueueUrl), ReceiptHandle);
    }),
    ChangeMessageVisibility: durable(core, visibilityInput, ({ QueueUrl, ReceiptHandle, VisibilityTimeout }) => {
      changeVisibility(store, queueByUrl(store, QueueUrl), ReceiptHandle, VisibilityTimeout);
    }),
  };
}

export function outgoingOf(fields: z.output<typeof sendFields>, { traceHeader }: Pick<Call, 'traceHeader'>): Outgoing {
  return {
    body: fields.MessageBody,
    attributes: fields.MessageAttributes,
    systemAttributes: fields.MessageSystemAttributes,
    delaySeconds: fields.DelaySeconds,
    groupId: fields.MessageGroupId,
    deduplicationId: fields.MessageDeduplicationId,
    traceHeader,
  };
}

/** Sends a message and makes the response, with the digests that SDKs compare. */
export function sendOne(store: Store, queue: Queue, outgoing: Outgoing) {
  const { id } = sendMessage(store, queue, outgoing);
  return {
    MessageId: id,
    MD5OfMessageBody: md5(outgoing.body),
    MD5OfMessageAttributes: md5OfAttributes(outgoing.attributes),
    MD5OfMessageSystemAttributes: md5OfAttributes(outgoing.systemAttributes),
  };
}

function receiveRequest(queue: Queue, input: z.output<typeof receiveInput>) {
  const max = inRange('MaxNumberOfMessages', input.MaxNumberOfMessages, 1, 10);
  const wait = input.WaitTimeSeconds ?? numberOf(queue, 'ReceiveMessageWaitTimeSeconds');
  const visibility = input.VisibilityTimeout ?? numberOf(queue, 'VisibilityTimeout');
  const request = {
    max,
    visibilitySeconds: inRange('VisibilityTimeout', visibility, 0, 43_200),
    waitMilliseconds: 1000 * inRange('WaitTimeSeconds', wait, 0, 20),
  };
  if (queue.inFlight >= maximumInFlight) throw overLimit();
  return request;
}

function inRange(parameter: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw invalidParameter(parameter, value, `Must be between ${min} and ${max}, if provided.`);
}

function onTheWire({ message, receiptHandle }: Received, input: z.output<typeof receiveInput>) {
  const asked = [...input.AttributeNames, ...input.MessageSystemAttributeNames];
  const system = Object.entries(systemAttributes(message));
  const shown = asked.includes('All') ? system : system.filter(([name]) => asked.includes(name));
  const attributes = pickAttributes(message.attributes, input.MessageAttributeNames);
  return {
    MessageId: message.id,
    ReceiptHandle: receiptHandle,
    Body: message.body,
    MD5OfBody: md5(message.body),
    Attributes: shown.length > 0 ? Object.fromEntries(shown) : undefined,
    MessageAttributes: attributes,
    MD5OfMessageAttributes: md5OfAttributes(attributes),
  };
}
