import { Duration } from 'aws-cdk-lib';
import type * as kms from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { type Environment, physicalName } from '../context/environment.ts';
import { acknowledge } from './acknowledge.ts';
import { withLogicalId, withPolicyId } from './logical-id.ts';
import { alarm } from './watching/alarm.ts';
import { queueMetric } from './watching/metrics.ts';

export interface DeadLetterQueueOptions {
  environment: Environment;
  name: string;
  /** The harm that a message here does to users, as a sentence. */
  hurts: string;
  /** Anchor in docs/runbook.md. */
  runbook: string;
  topic: ITopic;
  /** The operator's key, in place of that of SQS. */
  ownKey: kms.IKey | undefined;
}

/** How a queue is encrypted. A data key is used for an hour: each function that reads or sends asks KMS for it, idle or not. */
export const encryptedBy = (ownKey: kms.IKey | undefined) =>
  ownKey
    ? { encryption: sqs.QueueEncryption.KMS, encryptionMasterKey: ownKey, dataKeyReuse: Duration.hours(1) }
    : { encryption: sqs.QueueEncryption.SQS_MANAGED };

/**
 * A queue for what could not be done, kept for the longest time that SQS offers, with an alarm at the first message: each
 * is work that will not be done by itself.
 */
export function deadLetterQueue(scope: Construct, id: string, options: DeadLetterQueueOptions): sqs.Queue {
  const { environment, name, hurts, runbook, topic, ownKey } = options;
  const queue = new sqs.Queue(scope, id, {
    queueName: physicalName(environment, name),
    ...encryptedBy(ownKey),
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
