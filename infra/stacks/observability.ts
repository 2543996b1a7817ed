import { type App, Duration, Stack } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { type AlarmOptions, alarm } from '../constructs/alarm.ts';
import { dashboard } from '../constructs/dashboard.ts';
import { chainOf, longChain } from '../constructs/function.ts';
import { apiMetric, functionMetric, usualPeriod } from '../constructs/metrics.ts';
import { published } from '../constructs/published-value.ts';
import { type Environment, physicalName } from '../context/environment.ts';
import type { DataStack } from './data.ts';

export interface ObservabilityOptions {
  environment: Environment;
  data: DataStack;
  api: Stack;
  /** Names of all functions. */
  functions: readonly string[];
}

/** The dashboard, and the alarms that concern no queue; alarms of queues are declared with them. */
export function observabilityStack(app: App, { environment, data, api, functions }: ObservabilityOptions): void {
  const stack = new Stack(app, physicalName(environment, 'observability'), {
    description: 'Furrow: dashboard and alarms',
  });
  stack.addStackDependency(data.stack);
  stack.addStackDependency(api);
  const apiId = published(stack, environment, 'ApiId');
  const common = { environment, topic: Topic.fromTopicArn(stack, 'AlarmsTopic', data.names.alarmsTopic.arn) };
  apiAlarms(stack, apiId, common);
  if (functions.includes('relay-events')) relayAlarm(stack, common);
  if (functions.includes('note-changes')) changesAlarm(stack, common);
  if (functions.includes('sweep')) sweepAlarm(stack, common);
  chainsAlarm(stack, common, functions);
  dashboard(stack, { environment, apiId, functions });
}

type Common = Pick<AlarmOptions, 'environment' | 'topic'>;

function apiAlarms(stack: Stack, apiId: string, common: Common): void {
  alarm(stack, 'ApiFailuresAlarm', {
    ...common,
    hurts: 'More than one in a hundred requests of API owners end with an error that is ours.',
    runbook: 'api-failures',
    metric: new cloudwatch.MathExpression({
      label: 'Failures in per cent',
      // A single failure among a handful of requests is no reason to wake an engineer.
      expression: 'IF(requests > 50, 100 * failures / requests, 0)',
      usingMetrics: { failures: apiMetric(apiId, '5xx', 'Sum'), requests: apiMetric(apiId, 'Count', 'Sum') },
      period: usualPeriod,
    }),
    threshold: 1,
    periods: 2,
  });
  alarm(stack, 'ApiSlowAlarm', {
    ...common,
    hurts: 'One in twenty requests of API owners takes longer than five seconds.',
    runbook: 'api-slow',
    metric: apiMetric(apiId, 'Latency', 'p95'),
    threshold: Duration.seconds(5).toMilliseconds(),
    periods: 3,
  });
}

function relayAlarm(stack: Stack, common: Common): void {
  alarm(stack, 'RelayLagsAlarm', {
    ...common,
    hurts: 'Work that follows an event, such as the erasure of a deleted user, begins more than five minutes late.',
    runbook: 'relay-lags',
    metric: functionMetric(common.environment, 'relay-events', 'IteratorAge', 'Maximum'),
    threshold: Duration.minutes(5).toMilliseconds(),
  });
}

function changesAlarm(stack: Stack, common: Common): void {
  alarm(stack, 'ChangesLagAlarm', {
    ...common,
    hurts: 'Queries of API owners show fields, operations and files as they were more than five minutes ago.',
    runbook: 'changes-lag',
    metric: functionMetric(common.environment, 'note-changes', 'IteratorAge', 'Maximum'),
    threshold: Duration.minutes(5).toMilliseconds(),
  });
}

/** A function that allows long chains stops them itself, and the last message becomes a dead letter. */
function chainsAlarm(stack: Stack, common: Common, functions: readonly string[]): void {
  const ownSenders = functions.filter((name) => chainOf(name) && !longChain(name));
  if (ownSenders.length === 0) return;
  const metrics = ownSenders.map((name, index) => [
    `m${index}`,
    functionMetric(common.environment, name, 'RecursiveInvocationsDropped', 'Sum'),
  ]);
  alarm(stack, 'ChainsStoppedAlarm', {
    ...common,
    hurts:
      'Erasures, tables or compactions of API owners stop half-way, because Lambda stops what sends to its own queue.',
    runbook: 'stopped-chains',
    metric: new cloudwatch.MathExpression({
      label: 'Invocations stopped',
      expression: metrics.map(([name]) => `FILL(${name}, 0)`).join(' + '),
      usingMetrics: Object.fromEntries(metrics),
      period: usualPeriod,
    }),
    threshold: 1,
  });
}

function sweepAlarm(stack: Stack, common: Common): void {
  const period = Duration.minutes(15);
  alarm(stack, 'SweepStoppedAlarm', {
    ...common,
    hurts: 'Uploads that got stuck stay in progress for ever, and their growers are told nothing.',
    runbook: 'sweep-stopped',
    metric: new cloudwatch.MathExpression({
      label: 'No run succeeded',
      expression: 'IF(runs - errors > 0, 0, 1)',
      usingMetrics: {
        runs: functionMetric(common.environment, 'sweep', 'Invocations', 'Sum', period),
        errors: functionMetric(common.environment, 'sweep', 'Errors', 'Sum', period),
      },
      period,
    }),
    threshold: 1,
    silenceIsBad: true,
  });
}
