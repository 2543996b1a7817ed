import { Duration } from 'aws-cdk-lib';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { type Environment, physicalName } from '../context/environment.ts';
import { acknowledge } from './acknowledge.ts';
import { alarm } from './alarm.ts';
import { withLogicalId, withPolicyId } from './logical-id.ts';
import { queueMetric } from './metrics.ts';

export interface DeadLetterQueueOptions {
  environment: Environment;
  name: string;
  /** The harm that a message here does to users, as a sentence. */
  hurts: string;
  /** Anchor in docs/runbook.md. */
  runbook: string;
  topic: ITopic;
}

/**
 * A queue for what could not be done, kept for the longest time that SQS offers, with an alarm at the first message: each
 * is work that will not be done by itself.
 */
export function deadLetterQueue(scope: Construct, id: string, options: DeadLetterQueueOptions): sqs.Queue {
  const { environment, name, hurts, runbook, topic } = options;
  const queue = new sqs.Queue(scope, id, {
    queueName: physicalName(environment, name),
    encryption: sqs.QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  acknowledge(queue, 'It is itself where undeliverable messages end, and an alarm fires at the first one.', 'SQS3');
  alarm(scope, `${id}Alarm`, {
    environment,
    topic,
    hurts,
    runbook,
    metric: queueMetric(environment, name, 'ApproximateNumberOfMessagesVisible', Duration.minutes(1)),
    threshold: 1,
  });
  return withPolicyId(withLogicalId(queue, id), `${id}Policy`);
}
