import { describe, expect, test } from 'vitest';
import { areas } from '../../functions/areas.ts';
import type { Area, Endpoint } from '../../functions/http/endpoint.ts';
import { hasOwnRoute, routes } from '../../functions/http/routes.ts';
import { pascalCase } from '../../infra/constructs/logical-id.ts';
import { buildRouteTable } from '../../local/gateway/route-table.ts';
import { ofType } from './resources.ts';
import { templates } from './synthesize.ts';

const common = { summary: '', access: 'owner', responses: {} } as const;

/** Resources of an area that are not there yet, with five endpoints each: below its base, and below the users that areas share. */
function invented({ name }: Area): Record<string, Endpoint> {
  const of = (id: string, path: `/${string}`): Record<string, Endpoint> => ({
    [`list${id}`]: { ...common, method: 'GET', path },
    [`create${id}`]: { ...common, method: 'POST', path },
    [`get${id}`]: { ...common, method: 'GET', path: `${path}/{thingId}` },
    [`change${id}`]: { ...common, method: 'PATCH', path: `${path}/{thingId}` },
    [`delete${id}`]: { ...common, method: 'DELETE', path: `${path}/{thingId}` },
  });
  return {
    ...of('Things', `/${name}-things`),
    ...of('UserThings', `/users/{svcUserId}/${name}-things`),
    openThing: { ...common, method: 'POST', access: 'public', path: `/${name}-sessions` },
  };
}

const many = routes(areas.map((area) => ({ ...area, endpoints: { ...area.endpoints, ...invented(area) } })));
const { api } = templates({ routes: many });
const made = ofType(api, 'AWS::ApiGatewayV2::Route').map(({ properties }) => properties);

describe('an API of more than 450 endpoints', () => {
  test('is one, with eleven new endpoints in each area', () => {
    expect(many.filter(({ method }) => method !== 'HEAD').length).toBeGreaterThan(450);
  });

  test('needs fewer than 150 routes, of which an update may replace all', () => {
    expect(made.length).toBeLessThan(150);
  });

  test('leaves room for six more areas below the 500 resources of a stack', () => {
    const resources = Object.values(api?.Resources ?? {}).length;
    const ofArea = Math.ceil((resources - made.length) / areas.length);
    const routesOfArea = Math.ceil(made.length / areas.length);
    expect(resources + 6 * (ofArea + routesOfArea)).toBeLessThan(450);
  });

  test('leads each request to the function of its area', () => {
    const find = buildRouteTable(
      made.map(({ RouteKey, Target }) => ({
        routeKey: RouteKey,
        functionName: Target['Fn::Join'][1][1].Ref,
        timeoutMilliseconds: 1,
      })),
    );
    for (const { method, path, area } of many) {
      const segments = path
        .replaceAll(/\{\w+\}/g, 'x7')
        .split('/')
        .slice(1);
      expect([path, find(method, segments)?.route.functionName]).toEqual([path, `${pascalCase(area)}Integration`]);
    }
  });

  test('throttles each public POST on a route of its own, in both stages', () => {
    const own = many.filter(({ endpoint }) => hasOwnRoute(endpoint)).map(({ routeKey }) => routeKey);
    expect(own.length).toBeGreaterThan(areas.length);
    const stages = ofType(api, 'AWS::ApiGatewayV2::Stage').map(({ properties }) =>
      Object.keys(properties.RouteSettings),
    );
    expect(stages.map((keys) => keys.sort())).toEqual([own.toSorted(), own.toSorted()]);
    expect(made.map(({ RouteKey }) => RouteKey)).toEqual(expect.arrayContaining(own));
  });
});
