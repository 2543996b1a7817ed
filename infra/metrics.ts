import type { CfnApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { alarmPeriod } from './constructs/alarm.ts';

/** A metric of the API over both stages: `Count`, `4xx`, `5xx`, `Latency` (milliseconds). */
export function apiMetric(api: CfnApi, metricName: string, statistic: string): Metric {
  return new Metric({
    namespace: 'AWS/ApiGateway',
    metricName,
    dimensionsMap: { ApiId: api.ref },
    statistic,
    period: alarmPeriod,
    label: `${metricName} ${statistic}`,
  });
}
