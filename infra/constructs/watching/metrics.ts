import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { type Environment, physicalName } from '../../context/environment.ts';

/** The period over which alarms and the dashboard count, unless they say otherwise. */
export const usualPeriod = Duration.minutes(5);

/** A metric of the API over both stages: `Count`, `4xx`, `5xx`, `Latency` (milliseconds). */
export function apiMetric(apiId: string, metricName: string, statistic: string): Metric {
  return new Metric({
    namespace: 'AWS/ApiGateway',
    metricName,
    dimensionsMap: { ApiId: apiId },
    statistic,
    period: usualPeriod,
    label: `${metricName} ${statistic}`,
  });
}

/**
 * A metric of a function: `Errors`, `Duration` (milliseconds), `IteratorAge` (milliseconds) and others. Functions and queues
 * are named, not referred to: a reference would tie the stacks together, so that no function could ever be removed.
 */
export function functionMetric(
  environment: Environment,
  name: string,
  metricName: string,
  statistic: string,
  period = usualPeriod,
): Metric {
  return new Metric({
    namespace: 'AWS/Lambda',
    metricName,
    dimensionsMap: { FunctionName: physicalName(environment, name) },
    statistic,
    period,
    label: name,
  });
}

/**
 * The maximum of a metric of a queue: `ApproximateNumberOfMessagesVisible`, `ApproximateAgeOfOldestMessage` (seconds).
 *
 * @example metric: queueMetric(environment, job.queue, 'ApproximateAgeOfOldestMessage'),
 */
export function queueMetric(environment: Environment, queue: string, metricName: string, period = usualPeriod): Metric {
  return new Metric({
    namespace: 'AWS/SQS',
    metricName,
    dimensionsMap: { QueueName: physicalName(environment, queue) },
    statistic: 'Maximum',
    period,
    label: queue,
  });
}

/** Answers of the API that were slow, queries apart, as a filter of the access log counts them. Nothing is published, and nothing is paid, while there are none. */
export function slowAnswers(environment: Environment): Metric {
  return new Metric({
    namespace: `furrow/${environment.name}`,
    metricName: 'SlowAnswers',
    statistic: 'Sum',
    period: usualPeriod,
  });
}

/**
 * A metric of all functions of the account and region together: `Errors`, `Throttles`, `RecursiveInvocationsDropped`. An alarm is paid by the metrics that it
 * reads, and this is one.
 */
export function allFunctionsMetric(metricName: string, statistic = 'Sum'): Metric {
  return new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period: usualPeriod, label: 'all functions' });
}

/** A metric of the queries of an environment that ended in one state. */
export function queriesMetric(
  environment: Environment,
  queryState: 'SUCCEEDED' | 'FAILED',
  options: { metricName: string; statistic: string; period: Duration },
): Metric {
  return new Metric({
    namespace: 'AWS/Athena',
    dimensionsMap: { WorkGroup: physicalName(environment, 'queries'), QueryType: 'DML', QueryState: queryState },
    ...options,
  });
}
