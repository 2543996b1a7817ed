import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Environment } from '../environment.ts';
import { jobNames } from '../jobs.ts';
import { withLogicalId } from '../logical-id.ts';
import { apiMetric } from '../metrics.ts';
import type { Api } from '../stacks/api.ts';
import type { Data } from '../stacks/data.ts';
import type { Workers } from '../stacks/workers.ts';
import { alarmPeriod } from './alarm.ts';

export interface Shown {
  data: Data;
  api: Api;
  workers: Workers;
}

/** One page that answers: do requests succeed, how fast, what waits, and who fails. */
export function dashboard(scope: Construct, environment: Environment, { data, api, workers }: Shown): void {
  const functions = [...api.functions, ...workers.functions];
  const perFunction = (metric: (made: lambda.Function) => cloudwatch.Metric) =>
    functions.map(([name, made]) => metric(made).with({ label: name }));
  const queues = jobNames.map((name) => data.queues[name]);
  const rows = [
    [
      graph('Requests', [apiMetric(api.api, 'Count', 'Sum')]),
      graph('Errors', [apiMetric(api.api, '4xx', 'Sum'), apiMetric(api.api, '5xx', 'Sum')]),
      graph('Answer time in ms', [apiMetric(api.api, 'Latency', 'p50'), apiMetric(api.api, 'Latency', 'p95')]),
    ],
    [
      graph(
        'Waiting messages',
        queues.map(({ queue }) => queue.metricApproximateNumberOfMessagesVisible()),
      ),
      graph(
        'Oldest message in s',
        queues.map(({ queue }) => queue.metricApproximateAgeOfOldestMessage()),
      ),
      graph(
        'Dead letters',
        queues.map(({ deadLetters }) => deadLetters.metricApproximateNumberOfMessagesVisible()),
      ),
    ],
    [
      graph(
        'Failed calls of functions',
        perFunction((made) => made.metricErrors({ period: alarmPeriod })),
      ),
      graph(
        'Duration in ms, p95',
        perFunction((made) => made.metricDuration({ period: alarmPeriod, statistic: 'p95' })),
      ),
      graph(
        'Refused for want of concurrency',
        perFunction((made) => made.metricThrottles({ period: alarmPeriod })),
      ),
    ],
  ];
  const made = new cloudwatch.Dashboard(scope, 'Dashboard', {
    dashboardName: `furrow-${environment.name}`,
    widgets: rows,
  });
  withLogicalId(made, 'Dashboard');
}

function graph(title: string, left: cloudwatch.IMetric[]): cloudwatch.GraphWidget {
  return new cloudwatch.GraphWidget({ title, left, width: 8, height: 6 });
}
