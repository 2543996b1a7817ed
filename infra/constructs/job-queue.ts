import { Duration } from 'aws-cdk-lib';
import type * as kms from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { deadLettersOf, type Job } from '../../functions/manifest/job.ts';
import { type Environment, physicalName } from '../context/environment.ts';
import { deadLetterQueue, encryptedBy } from './dead-letter-queue.ts';
import { pascalCase, withLogicalId, withPolicyId } from './logical-id.ts';
import { alarm } from './watching/alarm.ts';
import { queueMetric } from './watching/metrics.ts';

export interface JobQueue {
  queue: sqs.Queue;
  deadLetters: sqs.Queue;
}

export interface JobQueueOptions {
  environment: Environment;
  job: Job;
  /** The worker's timeout. */
  timeoutSeconds: number;
  topic: ITopic;
  ownKey: kms.IKey | undefined;
}

/**
 * What every worker waits at: a queue, its dead letters, and alarms on both.
 *
 * A message stays invisible for the worker's timeout and a minute: SQS would hand it out twice if it came back earlier,
 * and the usual six times would turn one crash into hours. That works because the event source, not the queue,
 * limits how many workers run at once.
 */
export function jobQueue(scope: Construct, options: JobQueueOptions): JobQueue {
  const { environment, job, timeoutSeconds, topic, ownKey } = options;
  const name = pascalCase(job.queue);
  const own = new Construct(scope, name);
  const deadLetters = deadLetterQueue(own, `${name}DeadLetters`, {
    environment,
    name: deadLettersOf(job),
    hurts: job.deadLetterHurts,
    runbook: 'dead-letters',
    topic,
    ownKey,
  });
  const queue = new sqs.Queue(own, `${name}Queue`, {
    queueName: physicalName(environment, job.queue),
    ...encryptedBy(ownKey),
    enforceSSL: true,
    visibilityTimeout: Duration.seconds(timeoutSeconds + 60),
    receiveMessageWaitTime: Duration.seconds(20),
    // Shorter than the dead letters': those keep the age they had here.
    retentionPeriod: Duration.days(4),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: job.receives },
  });
  withPolicyId(withLogicalId(queue, `${name}Queue`), `${name}QueuePolicy`);
  alarm(own, `${name}WaitingAlarm`, {
    environment,
    topic,
    hurts: job.waitingHurts,
    runbook: 'waiting-messages',
    metric: queueMetric(environment, job.queue, 'ApproximateAgeOfOldestMessage'),
    threshold: Duration.minutes(job.oldestMinutes).toSeconds(),
  });
  return { queue, deadLetters };
}
