import { RemovalPolicy } from 'aws-cdk-lib';
import * as gateway from 'aws-cdk-lib/aws-apigatewayv2';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { hasOwnRoute, type Route } from '../../functions/http/routes.ts';
import type { Environment } from '../context/environment.ts';
import type { Throttle } from '../settings/schema.ts';
import type { HttpApi } from './http-api.ts';
import { withLogicalId } from './logical-id.ts';
import { slowAnswers } from './watching/metrics.ts';

export interface ApiStages {
  /** `{base_url}`, for the legacy token. */
  legacy: gateway.CfnStage;
  /** `{base_url_v2}`, for OAuth access tokens. */
  v2: gateway.CfnStage;
}

/** An answer that takes this long or longer is slow. */
const slowMilliseconds = 5_000;

/**
 * No bodies, queries or paths: a path holds ids of people. The route key says which area it was; the function's line with the same request id names endpoint and owner.
 * The duration is a number, so that a filter can compare it.
 */
const accessLogFormat = JSON.stringify({
  time: '$context.requestTimeEpoch',
  requestId: '$context.requestId',
  stage: '$context.stage',
  routeKey: '$context.routeKey',
  status: '$context.status',
  address: '$context.identity.sourceIp',
  userAgent: '$context.identity.userAgent',
  milliseconds: '$context.responseLatency',
  bytes: '$context.responseLength',
  error: '$context.integrationErrorMessage',
}).replace('"$context.responseLatency"', '$context.responseLatency');

/** The two stages of the API: the same routes under two addresses, throttled and logged. */
export function apiStages(
  scope: Construct,
  { api, routes: resources }: HttpApi,
  routes: readonly Route[],
  environment: Environment,
): ApiStages {
  const logGroup = new logs.LogGroup(scope, 'AccessLogs', {
    // This prefix spares API Gateway an entry in the account's log policy, which is full after a few.
    logGroupName: `/aws/vendedlogs/furrow/${environment.name}/api`,
    retention: environment.logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  withLogicalId(logGroup, 'AccessLogs');
  if (environment.alarmsNotify) countSlowAnswers(scope, logGroup, environment);
  const expensive = routes.filter(({ endpoint }) => hasOwnRoute(endpoint)).map(({ routeKey }) => routeKey);
  const stage = (id: string, stageName: string) => {
    const made = new gateway.CfnStage(scope, id, {
      apiId: api.ref,
      stageName,
      autoDeploy: true,
      accessLogSettings: { destinationArn: logGroup.logGroupArn, format: accessLogFormat },
      // Metrics for each route are billed as custom ones, and no alarm or dashboard reads them.
      defaultRouteSettings: { ...throttling(environment.throttle), detailedMetricsEnabled: false },
      routeSettings: Object.fromEntries(
        expensive.map((routeKey) => [routeKey, cloudFormationCase(throttling(environment.publicPostThrottle))]),
      ),
    });
    // A stage that names a route which does not exist yet fails to deploy.
    for (const routeKey of expensive)
      made.node.addDependency(...[resources.get(routeKey)].filter((r) => r !== undefined));
    return withLogicalId(made, id);
  };
  return { legacy: stage('LegacyStage', '$default'), v2: stage('V2Stage', 'v2') };
}

/** Counts answers that took long, but for queries, which may take as long as their statements need. */
function countSlowAnswers(scope: Construct, logGroup: logs.LogGroup, environment: Environment): void {
  const { namespace, metricName } = slowAnswers(environment);
  const filter = new logs.CfnMetricFilter(scope, 'SlowAnswers', {
    logGroupName: logGroup.logGroupName,
    filterPattern: `{ ($.milliseconds >= ${slowMilliseconds}) && ($.routeKey != "*/pointlake/*") }`,
    metricTransformations: [{ metricNamespace: namespace, metricName, metricValue: '1' }],
  });
  withLogicalId(filter, 'SlowAnswers');
}

function throttling({ requestsPerSecond, burst }: Throttle) {
  return { throttlingRateLimit: requestsPerSecond, throttlingBurstLimit: burst };
}

/** `RouteSettings` is free JSON to the CDK, which passes it on as it is. */
function cloudFormationCase(settings: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [`${key.charAt(0).toUpperCase()}${key.slice(1)}`, value]),
  );
}
