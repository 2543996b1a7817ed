import { WireError } from '../http/json-protocol.ts';
import type { Queue } from './queue.ts';

/** Default attributes of a queue, in seconds and bytes; limits and defaults are those of the SQS API reference. */
const defaults = {
  DelaySeconds: '0',
  MaximumMessageSize: '1048576',
  MessageRetentionPeriod: '345600',
  ReceiveMessageWaitTimeSeconds: '0',
  VisibilityTimeout: '30',
};

type NumberName = keyof typeof defaults;

const whole = (min: number, max: number) => (value: string) =>
  /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max;
const oneOf =
  (...values: string[]) =>
  (value: string) =>
    values.includes(value);
const anything = () => true;

/** Every attribute that can be set, with the check of its value. An empty value removes textual attributes. */
const settable: Record<string, (value: string) => boolean> = {
  DelaySeconds: whole(0, 900),
  MaximumMessageSize: whole(1024, 1_048_576),
  MessageRetentionPeriod: whole(60, 1_209_600),
  ReceiveMessageWaitTimeSeconds: whole(0, 20),
  VisibilityTimeout: whole(0, 43_200),
  RedrivePolicy: isRedrivePolicy,
  RedriveAllowPolicy: isJsonObject,
  Policy: isJsonObject,
  KmsMasterKeyId: anything,
  KmsDataKeyReusePeriodSeconds: whole(60, 86_400),
  SqsManagedSseEnabled: oneOf('true', 'false'),
};

const removable = ['RedrivePolicy', 'RedriveAllowPolicy', 'Policy', 'KmsMasterKeyId'];

/** Throws the error of SQS when an attribute is out of range or unknown, as those of first-in-first-out queues are here. */
export function checkAttributes(attributes: Record<string, string>): void {
  for (const [name, value] of Object.entries(attributes)) {
    const check = Object.hasOwn(settable, name) ? settable[name] : undefined;
    if (!check) throw new WireError('InvalidAttributeName', `Unknown Attribute ${name}.`);
    const removal = value === '' && removable.includes(name);
    if (!removal && !check(value)) {
      throw new WireError('InvalidAttributeValue', `Invalid value for the parameter ${name}: ${value}.`);
    }
  }
}

/** The attributes after a change; attributes set to an empty value are removed. */
export function mergeAttributes(old: Record<string, string>, change: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== ''));
}

/**
 * A number of the queue, in seconds or bytes: the attribute or its default.
 *
 * @example numberOf(queue, 'VisibilityTimeout') // 30 unless the queue has another
 */
export function numberOf(queue: Queue, name: NumberName): number {
  return Number(queue.attributes[name] ?? defaults[name]);
}

/** All attributes as GetQueueAttributes returns them. Counts are exact when the queue has been settled. */
export function describeAttributes(queue: Queue): Record<string, string> {
  const { KmsMasterKeyId } = queue.attributes;
  return {
    ...defaults,
    SqsManagedSseEnabled: KmsMasterKeyId ? 'false' : 'true',
    ...queue.attributes,
    QueueArn: queue.arn,
    ApproximateNumberOfMessages: String(visibleCount(queue)),
    ApproximateNumberOfMessagesNotVisible: String(queue.inFlight),
    ApproximateNumberOfMessagesDelayed: String(queue.delayed),
    CreatedTimestamp: String(Math.floor(queue.createdAt / 1000)),
    LastModifiedTimestamp: String(Math.floor(queue.modifiedAt / 1000)),
  };
}

/** Messages that are neither delayed nor in flight. */
export function visibleCount(queue: Queue): number {
  return queue.messages.size - queue.inFlight - queue.delayed;
}

function isRedrivePolicy(value: string): boolean {
  const policy = parseObject(value);
  const target = policy?.deadLetterTargetArn;
  return typeof target === 'string' && target.startsWith('arn:') && whole(1, 1000)(String(policy?.maxReceiveCount));
}

function isJsonObject(value: string): boolean {
  return parseObject(value) !== undefined;
}

function parseObject(value: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
