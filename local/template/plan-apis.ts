import * as z from 'zod';
import { functionNameOf } from './arns.ts';
import { type Declared, declared, flag, notRun, wholeNumber } from './declared.ts';
import { templateError } from './location.ts';
import type { Resolver } from './resolver.ts';

export interface ApiPlan {
  id: string;
  name: string;
  routes: RoutePlan[];
  cors?: CorsPlan;
  /** `$default` and named ones, as they appear in a path. */
  stages: string[];
}

export interface RoutePlan {
  /** `GET /users/{id}` or `$default`. */
  routeKey: string;
  functionName: string;
  /** How long API Gateway waits for the function. */
  timeoutMilliseconds: number;
}

export interface CorsPlan {
  allowOrigins: string[];
  allowMethods: string[];
  allowHeaders: string[];
  exposeHeaders: string[];
  allowCredentials: boolean;
  maxAgeSeconds?: number;
}

const names = z.array(z.string()).default([]);
const apiSchema = z.object({
  Name: z.string().default('api'),
  ProtocolType: z.literal('HTTP', { error: 'only HTTP APIs are run by the embedded cloud' }),
  CorsConfiguration: z
    .object({
      AllowOrigins: names,
      AllowMethods: names,
      AllowHeaders: names,
      ExposeHeaders: names,
      AllowCredentials: flag.default(false),
      MaxAge: wholeNumber.optional(),
    })
    .optional(),
});

const routeSchema = z.object({
  ApiId: z.string(),
  RouteKey: z.string(),
  AuthorizationType: z
    .literal('NONE', { error: 'routes with an authorizer are not run by the embedded cloud' })
    .default('NONE'),
  Target: z.string().startsWith('integrations/'),
});

const integrationSchema = z.object({
  ApiId: z.string(),
  IntegrationType: z.literal('AWS_PROXY', { error: 'only Lambda integrations are run by the embedded cloud' }),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal('2.0', { error: 'only payload format 2.0 is run by the embedded cloud' }),
  RequestParameters: notRun('parameter mappings are'),
  ResponseParameters: notRun('parameter mappings are'),
  // Maximum and default integration timeout of an HTTP API.
  TimeoutInMillis: wholeNumber.max(30_000).default(30_000),
});

const stageSchema = z.object({
  ApiId: z.string(),
  StageName: z.string(),
  /** Throttles by route key, which are not enforced here. */
  RouteSettings: z.record(z.string(), z.unknown()).default({}),
});

export function planApis(resolver: Resolver): ApiPlan[] {
  const integrations = new Map(declared(resolver, 'AWS::ApiGatewayV2::Integration').map((i) => [i.name, i]));
  const routes = declared(resolver, 'AWS::ApiGatewayV2::Route').map((route) => planRoute(route, integrations));
  const stages = declared(resolver, 'AWS::ApiGatewayV2::Stage').map((stage) => planStage(stage, routes));
  return declared(resolver, 'AWS::ApiGatewayV2::Api').map(({ name: id, read }) => {
    const { Name, CorsConfiguration: cors } = read(apiSchema);
    return {
      id,
      name: Name,
      routes: routes.filter((route) => route.apiId === id).map(({ apiId: _, ...route }) => route),
      stages: stages.filter(({ ApiId }) => ApiId === id).map(({ StageName }) => StageName),
      ...(cors && {
        cors: {
          allowOrigins: cors.AllowOrigins,
          allowMethods: cors.AllowMethods,
          allowHeaders: cors.AllowHeaders,
          exposeHeaders: cors.ExposeHeaders,
          allowCredentials: cors.AllowCredentials,
          ...(cors.MaxAge !== undefined && { maxAgeSeconds: cors.MaxAge }),
        },
      }),
    };
  });
}

/** @throws Error for settings of a route that the API does not have, with which API Gateway deploys no stage. */
function planStage(stage: Declared, routes: readonly { routeKey: string; apiId: string }[]) {
  const { ApiId, StageName, RouteSettings } = stage.read(stageSchema);
  for (const routeKey of Object.keys(RouteSettings)) {
    if (!routes.some((route) => route.apiId === ApiId && route.routeKey === routeKey))
      throw templateError(
        stage.location,
        `its RouteSettings name the route "${routeKey}", which the API does not have`,
      );
  }
  return { ApiId, StageName };
}

function planRoute(route: Declared, integrations: Map<string, Declared>): RoutePlan & { apiId: string } {
  const { ApiId, RouteKey, Target } = route.read(routeSchema);
  const integration = integrations.get(Target.slice('integrations/'.length));
  if (!integration) throw templateError(route.location, `the route's target ${Target} does not exist`);
  const { IntegrationUri, TimeoutInMillis } = integration.read(integrationSchema);
  const functionName = functionNameOf(IntegrationUri);
  if (!functionName) throw templateError(integration.location, `${IntegrationUri} is not the ARN of a function`);
  return { apiId: ApiId, routeKey: RouteKey, functionName, timeoutMilliseconds: TimeoutInMillis };
}
