import { type App, Duration, Stack } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { chainOf, longChain } from '../constructs/function.ts';
import { published } from '../constructs/published-value.ts';
import { type AlarmOptions, alarm } from '../constructs/watching/alarm.ts';
import { dashboard } from '../constructs/watching/dashboard.ts';
import {
  allFunctionsMetric,
  apiMetric,
  functionMetric,
  queriesMetric,
  slowAnswers,
  usualPeriod,
} from '../constructs/watching/metrics.ts';
import { type Environment, physicalName } from '../context/environment.ts';
import type { DataStack } from './data.ts';

export interface ObservabilityOptions {
  environment: Environment;
  data: DataStack;
  api: Stack;
  /** Names of all functions. */
  functions: readonly string[];
  tags?: Readonly<Record<string, string>> | undefined;
}

/** The dashboard, and the alarms that concern no queue; alarms of queues are declared with them. For environments that have some: a stack may not be empty. */
export function observabilityStack(
  app: App,
  { environment, data, api, functions, tags = {} }: ObservabilityOptions,
): void {
  const stack = new Stack(app, physicalName(environment, 'observability'), {
    description: 'Furrow: dashboard and alarms',
    tags,
  });
  stack.addStackDependency(data.stack);
  stack.addStackDependency(api);
  const apiId = published(stack, environment, 'ApiId');
  const common = { environment, topic: Topic.fromTopicArn(stack, 'AlarmsTopic', data.names.alarmsTopic.arn) };
  apiAlarms(stack, apiId, common);
  functionAlarms(stack, common);
  storeAlarms(stack, common);
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
    hurts: 'One in twenty requests of API owners, queries apart, takes longer than five seconds.',
    runbook: 'api-slow',
    metric: new cloudwatch.MathExpression({
      label: 'Slow answers in per cent',
      expression: 'IF(requests > 50, 100 * FILL(slow, 0) / requests, 0)',
      usingMetrics: { slow: slowAnswers(common.environment), requests: apiMetric(apiId, 'Count', 'Sum') },
      period: usualPeriod,
    }),
    threshold: 5,
    periods: 3,
  });
}

/** Over all functions of the account and region: an account of Furrow's own is assumed, where every one of them is Furrow's. */
function functionAlarms(stack: Stack, common: Common): void {
  alarm(stack, 'FunctionErrorsAlarm', {
    ...common,
    hurts: 'Work of growers is repeated or fails, because functions throw, run out of time or out of memory.',
    runbook: 'function-errors',
    metric: allFunctionsMetric('Errors'),
    threshold: 10,
    periods: 2,
  });
  alarm(stack, 'FunctionThrottlesAlarm', {
    ...common,
    hurts: 'Requests of API owners are refused, or uploads wait, because the account has no concurrency left.',
    runbook: 'function-throttles',
    metric: allFunctionsMetric('Throttles'),
    threshold: 10,
    periods: 2,
  });
}

function storeAlarms(stack: Stack, common: Common): void {
  const { environment } = common;
  alarm(stack, 'TableThrottlesAlarm', {
    ...common,
    hurts: 'Requests of API owners are slow or fail, because a table refuses reads or writes of one key.',
    runbook: 'table-throttles',
    // Tables without a refused request publish no metric, so that this analyzes none, and costs nothing, as long as all is well.
    metric: new cloudwatch.MathExpression({
      label: 'Refused by tables',
      expression: 'SELECT SUM(ThrottledRequests) FROM SCHEMA("AWS/DynamoDB", Operation, TableName)',
      usingMetrics: {},
      period: usualPeriod,
    }),
    threshold: 10,
    periods: 2,
  });
  alarm(stack, 'QueriesFailAlarm', {
    ...common,
    hurts: 'Queries of API owners fail in Athena, where a mistake in a statement is refused before.',
    runbook: 'queries-fail',
    // Athena counts no queries; it measures the time of each.
    metric: queriesMetric(environment, 'FAILED', {
      metricName: 'TotalExecutionTime',
      statistic: 'SampleCount',
      period: usualPeriod,
    }),
    threshold: 5,
    periods: 2,
  });
  alarm(stack, 'BytesScannedAlarm', {
    ...common,
    hurts: `Queries read more than ${environment.hourlyBytesScanned / 1e9} GB within an hour, which the operator of this service pays.`,
    runbook: 'bytes-scanned',
    metric: queriesMetric(environment, 'SUCCEEDED', {
      metricName: 'ProcessedBytes',
      statistic: 'Sum',
      period: Duration.hours(1),
    }),
    threshold: environment.hourlyBytesScanned,
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
  if (!functions.some((name) => chainOf(name) && !longChain(name))) return;
  alarm(stack, 'ChainsStoppedAlarm', {
    ...common,
    hurts:
      'Erasures, tables or compactions of API owners stop half-way, because Lambda stops what sends to its own queue.',
    runbook: 'stopped-chains',
    metric: allFunctionsMetric('RecursiveInvocationsDropped'),
    threshold: 1,
  });
}

function sweepAlarm(stack: Stack, common: Common): void {
  alarm(stack, 'SweepStoppedAlarm', {
    ...common,
    hurts: 'Uploads that got stuck stay in progress for ever, and their growers are told nothing.',
    runbook: 'sweep-stopped',
    // Each run counts 0 or 1 errors: 1 on average where all have failed.
    metric: functionMetric(common.environment, 'sweep', 'Errors', 'Average', Duration.minutes(15)),
    threshold: 1,
    silenceIsBad: true,
  });
}
