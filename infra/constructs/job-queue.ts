import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { Environment } from '../environment.ts';
import type { Job } from '../jobs.ts';
import { pascalCase, withLogicalId } from '../logical-id.ts';
import { alarm, alarmPeriod } from './alarm.ts';

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
}

/**
 * What every worker waits at: a queue, its dead letters, alarms on both, and in the stack's outputs the command that
 * puts the dead letters back.
 *
 * A message stays invisible for the worker's timeout and a minute: SQS would hand it out twice if it came back earlier,
 * and the usual six times would turn one crash into hours. That works because the event source, not the queue,
 * limits how many workers run at once.
 */
export function jobQueue(scope: Construct, { environment, job, timeoutSeconds, topic }: JobQueueOptions): JobQueue {
  const name = pascalCase(job.queue);
  const own = new Construct(scope, name);
  const physicalName = `furrow-${environment.name}-${job.queue}`;
  const deadLetters = deadLetterQueue(own, `${name}DeadLetters`, `${physicalName}-dead`);
  const queue = withLogicalId(
    new sqs.Queue(own, `${name}Queue`, {
      queueName: physicalName,
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(timeoutSeconds + 60),
      receiveMessageWaitTime: Duration.seconds(20),
      // Shorter than the dead letters': those keep the age they had here.
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: job.receives },
    }),
    `${name}Queue`,
  );
  const notification = { topic, notify: environment.alarmsNotify };
  deadLetterAlarm(own, `${name}DeadLetterAlarm`, deadLetters, {
    hurts: job.deadLetterHurts,
    runbook: 'dead-letters',
    ...notification,
  });
  alarm(own, `${name}WaitingAlarm`, {
    hurts: job.waitingHurts,
    runbook: 'waiting-messages',
    metric: queue.metricApproximateAgeOfOldestMessage({ period: alarmPeriod, statistic: 'Maximum' }),
    threshold: Duration.minutes(job.oldestMinutes).toSeconds(),
    ...notification,
  });
  const redrive = new CfnOutput(Stack.of(own), `${name}Redrive`, {
    description: `Puts the dead letters of ${job.queue} back, once their cause is mended`,
    value: `aws sqs start-message-move-task --source-arn ${deadLetters.queueArn}`,
  });
  redrive.overrideLogicalId(`${name}Redrive`);
  return { queue, deadLetters };
}

/** A queue for what could not be done, kept for the longest time that SQS offers. */
export function deadLetterQueue(scope: Construct, id: string, queueName: string): sqs.Queue {
  const queue = new sqs.Queue(scope, id, {
    queueName,
    encryption: sqs.QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  acknowledge(queue, 'It is itself where undeliverable messages end, and an alarm fires at the first one.', 'SQS3');
  return withLogicalId(queue, id);
}

export interface DeadLetterAlarm {
  hurts: string;
  runbook: string;
  topic: ITopic;
  notify: boolean;
}

/** Fires at one message: each is somebody's work that will not be done by itself. */
export function deadLetterAlarm(scope: Construct, id: string, queue: sqs.Queue, options: DeadLetterAlarm): void {
  alarm(scope, id, {
    ...options,
    metric: queue.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1), statistic: 'Maximum' }),
    threshold: 1,
  });
}
