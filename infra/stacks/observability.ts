import { type App, Duration, Stack } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { alarm, alarmPeriod } from '../constructs/alarm.ts';
import { dashboard } from '../constructs/dashboard.ts';
import type { Environment } from '../environment.ts';
import { apiMetric } from '../metrics.ts';
import type { Api } from './api.ts';
import type { Data } from './data.ts';
import type { Workers } from './workers.ts';

export interface ObservabilityOptions {
  environment: Environment;
  data: Data;
  api: Api;
  workers: Workers;
}

/** The dashboard, and the alarms on what has no queue. A queue's alarms stand beside it. */
export function observabilityStack(app: App, { environment, data, api, workers }: ObservabilityOptions): void {
  const stack = new Stack(app, `furrow-${environment.name}-observability`, {
    description: 'Furrow: dashboard and alarms',
  });
  const notification = { topic: data.topic, notify: environment.alarmsNotify };
  alarm(stack, 'ApiFailuresAlarm', {
    hurts: 'More than one in a hundred requests of API owners end with an error that is ours.',
    runbook: 'api-failures',
    metric: new cloudwatch.MathExpression({
      label: 'Failures in per cent',
      // A lone failure among a handful of requests is not worth waking somebody for.
      expression: 'IF(requests > 50, 100 * failures / requests, 0)',
      usingMetrics: { failures: apiMetric(api.api, '5xx', 'Sum'), requests: apiMetric(api.api, 'Count', 'Sum') },
      period: alarmPeriod,
    }),
    threshold: 1,
    periods: 2,
    ...notification,
  });
  alarm(stack, 'ApiSlowAlarm', {
    hurts: 'One in twenty requests of API owners takes longer than five seconds.',
    runbook: 'api-slow',
    metric: apiMetric(api.api, 'Latency', 'p95'),
    threshold: Duration.seconds(5).toMilliseconds(),
    periods: 3,
    ...notification,
  });
  const relay = workers.functions.get('relay-events');
  if (relay) {
    alarm(stack, 'RelayLagsAlarm', {
      hurts: 'Whoever waits for events, such as a new upload or a deleted user, waits for more than five minutes.',
      runbook: 'relay-lags',
      metric: relay.metric('IteratorAge', { period: alarmPeriod, statistic: 'Maximum' }),
      threshold: Duration.minutes(5).toMilliseconds(),
      ...notification,
    });
  }
  const sweep = workers.functions.get('sweep');
  if (sweep) {
    alarm(stack, 'SweepStoppedAlarm', {
      hurts: 'Uploads that got stuck stay in progress for ever, and their growers are told nothing.',
      runbook: 'sweep-stopped',
      metric: new cloudwatch.MathExpression({
        label: 'Runs that did not succeed',
        expression: 'IF(runs - errors > 0, 0, 1)',
        usingMetrics: {
          runs: sweep.metricInvocations({ period: Duration.minutes(15) }),
          errors: sweep.metricErrors({ period: Duration.minutes(15) }),
        },
        period: Duration.minutes(15),
      }),
      threshold: 1,
      silenceIsBad: true,
      ...notification,
    });
  }
  dashboard(stack, environment, { data, api, workers });
}
