import { describe, expect, test } from 'vitest';
import { areas } from '../../functions/areas.ts';
import { routes } from '../../functions/http/routes.ts';
import { gatewayRoutes } from '../../functions/http/routing/gateway-routes.ts';
import { environmentNamed } from '../../infra/context/environment.ts';
import { ofType, withId } from './resources.ts';
import { templates } from './synthesize.ts';

const all = routes(areas);
const { api } = templates();
const functions = ofType(api, 'AWS::Lambda::Function');

describe('the API', () => {
  test('has the routes that are derived from the contracts, and one for everything else', () => {
    const keys = ofType(api, 'AWS::ApiGatewayV2::Route').map(({ properties }) => properties.RouteKey);
    expect(keys.sort()).toEqual([...gatewayRoutes(all).map(({ routeKey }) => routeKey), '$default'].sort());
  });

  test('sends requests without a route to the documentation', () => {
    expect(withId(api, 'DefaultRoute').properties.Target).toEqual({
      'Fn::Join': ['/', ['integrations', { Ref: 'DocsIntegration' }]],
    });
  });

  test('may call each function by one permission, however many its routes', () => {
    const permissions = ofType(api, 'AWS::Lambda::Permission');
    expect(permissions).toHaveLength(functions.length);
    for (const { properties } of permissions) {
      expect(properties.Principal).toBe('apigateway.amazonaws.com');
      expect(JSON.stringify(properties.SourceArn)).toContain('"Ref":"Api"},"/*/*"');
    }
  });

  test('responds to browsers of other origins with the headers that clients need, by name', () => {
    expect(withId(api, 'Api').properties.CorsConfiguration).toEqual({
      AllowOrigins: ['*'],
      AllowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      AllowHeaders: ['Authorization', 'Content-Type', 'Accept', 'X-Api-Key', 'Idempotency-Key', 'Prefer', 'Range'],
      ExposeHeaders: [
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
      MaxAge: 7200,
    });
  });
});

describe('its stages', () => {
  const stages = ofType(api, 'AWS::ApiGatewayV2::Stage');

  test('have no metrics for each route, which would be billed and which nothing reads', () => {
    const settings = stages.flatMap(({ properties }) => [
      properties.DefaultRouteSettings,
      ...Object.values(properties.RouteSettings as object),
    ]);
    expect(settings.filter((of) => of.DetailedMetricsEnabled)).toEqual([]);
  });

  test('are the legacy one and v2', () => {
    expect(stages.map(({ properties }) => properties.StageName)).toEqual(['$default', 'v2']);
  });

  test.each(stages)('$id is throttled and logged', ({ properties }) => {
    expect(properties.DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 2000, ThrottlingBurstLimit: 4000 });
    expect(properties.AccessLogSettings.DestinationArn).toEqual({ 'Fn::GetAtt': ['AccessLogs', 'Arn'] });
    expect(properties.AccessLogSettings.Format).not.toMatch(/\$context\.path|\$context\.authorizer/);
  });

  test.each(stages)('$id depends on the routes whose throttle it sets', ({ properties, resource }) => {
    const named = Object.keys(properties.RouteSettings);
    expect(named).toContain('POST /api/authenticate');
    expect(Object.values(properties.RouteSettings)).toEqual(
      named.map(() => ({ ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 })),
    );
    const awaited = [resource.DependsOn].flat().map((id) => withId(api, id ?? '').properties.RouteKey);
    expect(awaited.sort()).toEqual(named.sort());
  });
});

describe('its URLs', () => {
  test('are outputs of the stack', () => {
    const outputs = Object.keys(api?.Outputs ?? {});
    expect(outputs).toEqual(expect.arrayContaining(['BaseUrl', 'BaseUrlV2', 'AuthUrl', 'DocsUrl']));
  });

  test('start with the domain when there is one, to which both stages are mapped, and nothing else responds', () => {
    const certificateArn = 'arn:aws:acm:eu-central-1:111122223333:certificate/one';
    const { api: withDomain } = templates({ domain: { name: 'api.example.com', certificateArn } });
    const value = (name: string) => withDomain?.Outputs?.[name]?.Value;
    expect([value('BaseUrl'), value('BaseUrlV2'), value('AuthUrl'), value('DocsUrl')]).toEqual([
      'https://api.example.com',
      'https://api.example.com/v2',
      'https://api.example.com/auth',
      'https://api.example.com/docs',
    ]);
    const mappings = ofType(withDomain, 'AWS::ApiGatewayV2::ApiMapping').map(({ properties }) => properties);
    expect(mappings.map(({ Stage, ApiMappingKey }) => [Stage.Ref, ApiMappingKey])).toEqual([
      ['LegacyStage', undefined],
      ['V2Stage', 'v2'],
    ]);
    expect(withId(withDomain, 'Api').properties.DisableExecuteApiEndpoint).toBe(true);
  });
});

describe('each function', () => {
  test.each(functions)('$id runs on Node 24 with a role and a log of its own', ({ id, properties }) => {
    expect(properties.Runtime).toBe('nodejs24.x');
    expect(properties.Architectures).toEqual(['x86_64']);
    const name = id.replace(/Function$/, '');
    expect(properties.Role).toEqual({ 'Fn::GetAtt': [`${name}Role`, 'Arn'] });
    expect(properties.LoggingConfig).toEqual({ LogGroup: { Ref: `${name}Logs` } });
    expect(withId(api, `${name}Logs`).properties.RetentionInDays).toBe(90);
    expect(properties.ReservedConcurrentExecutions).toBeUndefined();
  });

  test('keeps its logs for a week in dev', () => {
    const dev = templates({ environment: environmentNamed('dev') }).api;
    const days = ofType(dev, 'AWS::Logs::LogGroup').map(({ properties }) => properties.RetentionInDays);
    expect(new Set(days)).toEqual(new Set([7]));
  });

  test.each(functions)('$id says where its code is, for SAM', ({ resource }) => {
    expect(resource.Metadata).toMatchObject({
      'aws:asset:path': expect.stringMatching(/^asset\./),
      'aws:asset:property': 'Code',
      'aws:cdk:path': expect.any(String),
    });
  });
});
