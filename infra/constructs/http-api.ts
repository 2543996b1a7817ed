import { Fn, Stack } from 'aws-cdk-lib';
import * as gateway from 'aws-cdk-lib/aws-apigatewayv2';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Route } from '../../functions/http/routes.ts';
import { type GatewayRoute, gatewayRoutes } from '../../functions/http/routing/gateway-routes.ts';
import { checkRoutes } from '../check-routes.ts';
import { acknowledge } from './acknowledge.ts';
import { pascalCase, withLogicalId } from './logical-id.ts';

/**
 * CORS of the API. An HTTP API replaces CORS headers of functions by these. CORS has no wildcard for a part of a name, so
 * every header is listed.
 */
const cors = {
  allowOrigins: ['*'],
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  allowHeaders: ['Authorization', 'Content-Type', 'Accept', 'X-Api-Key', 'Idempotency-Key', 'Prefer', 'Range'],
  exposeHeaders: [
    'X-Total-Count',
    'Link',
    'Location',
    'X-Request-Id',
    'Retry-After',
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
    'Preference-Applied',
    'X-Truncated',
    'X-Weather-Point',
    'X-Weather-Elevation',
    'X-Reader-Version',
    'X-Sending-Id',
    'ETag',
  ],
  // Two hours: browsers cap it there.
  maxAge: 7200,
};

export interface HttpApiOptions {
  name: string;
  routes: readonly Route[];
  /** By area. */
  functions: ReadonlyMap<string, lambda.Function>;
  /** The area that answers whatever no route matches. */
  otherwise?: string | undefined;
  /** Whether the address that AWS gives the API answers, too. */
  ownAddress: boolean;
}

export interface HttpApi {
  api: gateway.CfnApi;
  /** By route key. */
  routes: ReadonlyMap<string, gateway.CfnRoute>;
}

const noAuthoriser =
  'Each function checks tokens itself: an authoriser of the gateway takes one kind of credential, answers in its own shape, and its cache outlives a revoked token.';

/**
 * The HTTP API and its routes. Written with plain resources, because the ready-made construct adds a permission per
 * route, and a function's policy of 20 kB is full long before the last of them.
 */
export function httpApi(scope: Construct, options: HttpApiOptions): HttpApi {
  checkRoutes(options.routes);
  const api = new gateway.CfnApi(scope, 'Api', {
    name: options.name,
    protocolType: 'HTTP',
    corsConfiguration: cors,
    disableExecuteApiEndpoint: !options.ownAddress,
  });
  withLogicalId(api, 'Api');
  const targets = new Map([...options.functions].map(([area, target]) => [area, integrate(scope, api, area, target)]));
  const listed = gatewayRoutes(options.routes).map((route) => ({ ...route, id: logicalIdOf(route) }));
  if (options.otherwise) listed.push({ area: options.otherwise, routeKey: '$default', id: 'DefaultRoute' });
  const routes = listed.map(({ area, routeKey, id }) => {
    const target = targets.get(area);
    if (!target)
      throw new Error(`${routeKey} belongs to the area ${area}, which has no functions/areas/${area}/index.ts`);
    const route = new gateway.CfnRoute(scope, id, { apiId: api.ref, routeKey, target, authorizationType: 'NONE' });
    acknowledge(route, noAuthoriser, 'APIG4');
    return [routeKey, withLogicalId(route, id)] as const;
  });
  return { api, routes: new Map(routes) };
}

/**
 * The logical id of a route. CloudFormation makes a route of another id before it deletes the old one, and API Gateway refuses a second route with
 * the same key. So the id says the path and not the area, which changes when areas are parted; what was released with its area's name keeps it.
 */
function logicalIdOf({ routeKey, area, operationId, isBase }: GatewayRoute): string {
  if (operationId) return `${pascalCase(area)}${pascalCase(operationId)}Route`;
  if (isBase) return `${pascalCase(area)}BaseRoute`;
  const words = routeKey
    .replace('ANY /', '')
    .replace('{proxy+}', 'below')
    .replaceAll(/\{([^}]+)\}/g, (_, name: string) => `by-${name}`);
  return `${pascalCase(words) || 'Root'}Route`;
}

/** The target of the area's routes, and the one permission with which all of them, on every stage, call the function. */
function integrate(scope: Construct, api: gateway.CfnApi, area: string, target: lambda.Function): string {
  const id = pascalCase(area);
  const integration = new gateway.CfnIntegration(scope, `${id}Integration`, {
    apiId: api.ref,
    integrationType: 'AWS_PROXY',
    integrationUri: target.functionArn,
    payloadFormatVersion: '2.0',
  });
  const permission = new lambda.CfnPermission(scope, `${id}Permission`, {
    action: 'lambda:InvokeFunction',
    functionName: target.functionArn,
    principal: 'apigateway.amazonaws.com',
    sourceArn: Stack.of(scope).formatArn({ service: 'execute-api', resource: api.ref, resourceName: '*/*' }),
  });
  withLogicalId(permission, `${id}Permission`);
  return Fn.join('/', ['integrations', withLogicalId(integration, `${id}Integration`).ref]);
}
