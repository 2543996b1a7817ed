import { Aws } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { deadLettersOf } from '../../../functions/manifest/job.ts';
import { jobNames, jobs } from '../../../functions/manifests.ts';
import { type Environment, physicalName } from '../../context/environment.ts';
import { withLogicalId } from '../logical-id.ts';
import { apiMetric, functionMetric, queueMetric } from './metrics.ts';

export interface DashboardOptions {
  environment: Environment;
  apiId: string;
  /** Names of all functions. */
  functions: readonly string[];
}

/** A dashboard of requests and their latency, of queues, and of functions that fail. */
export function dashboard(scope: Construct, { environment, apiId, functions }: DashboardOptions): void {
  const ofFunctions = (metric: string, statistic: string) =>
    functions.map((name) => functionMetric(environment, name, metric, statistic));
  const ofQueues = (queues: string[], metric: string) => queues.map((name) => queueMetric(environment, name, metric));
  const queues = jobNames.map((name) => jobs[name].queue);
  const deadLetters = jobNames.map((name) => deadLettersOf(jobs[name]));
  const made = new cloudwatch.Dashboard(scope, 'Dashboard', {
    // Dashboards are the account's, whatever their region.
    dashboardName: `${physicalName(environment, 'overview')}-${Aws.REGION}`,
    widgets: [
      [
        graph('Requests', [apiMetric(apiId, 'Count', 'Sum')]),
        graph('Errors', [apiMetric(apiId, '4xx', 'Sum'), apiMetric(apiId, '5xx', 'Sum')]),
        graph('Answer time in ms', [apiMetric(apiId, 'Latency', 'p50'), apiMetric(apiId, 'Latency', 'p95')]),
      ],
      [
        graph('Waiting messages', ofQueues(queues, 'ApproximateNumberOfMessagesVisible')),
        graph('Oldest message in s', ofQueues(queues, 'ApproximateAgeOfOldestMessage')),
        graph('Dead letters', ofQueues(deadLetters, 'ApproximateNumberOfMessagesVisible')),
      ],
      [
        graph('Failed calls of functions', ofFunctions('Errors', 'Sum')),
        graph('Duration in ms, p95', ofFunctions('Duration', 'p95')),
        graph('Refused for want of concurrency', ofFunctions('Throttles', 'Sum')),
      ],
    ],
  });
  withLogicalId(made, 'Dashboard');
}

function graph(title: string, left: cloudwatch.IMetric[]): cloudwatch.GraphWidget {
  return new cloudwatch.GraphWidget({ title, left, width: 8, height: 6 });
}
