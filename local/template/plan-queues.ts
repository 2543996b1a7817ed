import * as z from 'zod';
import { queueArn } from './arns.ts';
import { declared } from './declared.ts';
import type { Resolver } from './resolver.ts';

export interface QueuePlan {
  name: string;
  arn: string;
  /** The attributes in the form of SQS's CreateQueue: every value is text, the redrive policy JSON. */
  attributes: Record<string, string>;
}

const plain = z.union([z.string(), z.number(), z.boolean()]).optional();
const policy = z.union([z.string(), z.record(z.string(), z.unknown())]).optional();

/**
 * The properties that are queue attributes of the same name; encryption and tags have nothing to do here. `FifoQueue` is refused by the queues, which
 * have no order.
 */
const queueSchema = z.object({
  DelaySeconds: plain,
  FifoQueue: plain,
  MaximumMessageSize: plain,
  MessageRetentionPeriod: plain,
  ReceiveMessageWaitTimeSeconds: plain,
  RedriveAllowPolicy: policy,
  RedrivePolicy: policy,
  VisibilityTimeout: plain,
});

export function planQueues(resolver: Resolver): QueuePlan[] {
  return declared(resolver, 'AWS::SQS::Queue').map(({ name, read }) => {
    const given = Object.entries(read(queueSchema)).filter(([, value]) => value !== undefined);
    const attributes = given.map(([key, value]) => [
      key,
      typeof value === 'object' ? JSON.stringify(value) : `${value}`,
    ]);
    return { name, arn: queueArn(name), attributes: Object.fromEntries(attributes) };
  });
}
