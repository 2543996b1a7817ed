import { shapeOf } from '../../functions/http/routing/gateway-routes.ts';
import type { Template } from '../template.ts';

/** API Gateway's quota of routes an API: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const maxRoutesOfApi = 300;

/** The logical ids of the routes of a release, by route key. */
export type ReleasedRoutes = Readonly<Record<string, string>>;

/** The routes that a template declares. */
export function releasedRoutesOf({ Resources }: Template): ReleasedRoutes {
  const routes = Object.entries(Resources).filter(([, { Type }]) => Type === 'AWS::ApiGatewayV2::Route');
  return Object.fromEntries(routes.map(([id, { Properties }]) => [String(Properties?.RouteKey), id]).sort());
}

/**
 * Why an API cannot be updated from the routes of one release to those of the next; empty when it can. CloudFormation creates new routes before it
 * deletes old ones, so that both are there for a while.
 *
 * @example const problems = routeUpdateProblems(released, releasedRoutesOf(template));
 */
export function routeUpdateProblems(before: ReleasedRoutes, after: ReleasedRoutes): string[] {
  const ids = new Set(Object.values(before));
  const idByShape = new Map(Object.entries(before).map(([routeKey, id]) => [shapeOf(routeKey), id]));
  const problems = Object.entries(after).flatMap(([routeKey, id]) => {
    const was = idByShape.get(shapeOf(routeKey));
    if (was === undefined || was === id) return [];
    return [
      `${routeKey} was ${was} and is ${id}: API Gateway refuses a second route with its key. Keep its logical id.`,
    ];
  });
  const atOnce = ids.size + Object.values(after).filter((id) => !ids.has(id)).length;
  if (atOnce > maxRoutesOfApi)
    problems.push(
      `${atOnce} routes are there at once during the update, of ${maxRoutesOfApi} that API Gateway takes: release the change in two steps.`,
    );
  return problems;
}
