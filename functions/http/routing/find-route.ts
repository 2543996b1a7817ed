import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { stagePath } from '../base-address.ts';
import type { Route } from '../routes.ts';
import { withoutLastSlashes } from './last-slash.ts';

/**
 * Finds the route of a method and a path below the stage; text before a variable, as API Gateway does.
 *
 * @example const find = routeFinder(routes([fieldsApi])); find('GET', '/services/fields/api/fields')?.operationId // 'listFields'
 */
export function routeFinder(routes: readonly Route[]): (method: string, path: string) => Route | undefined {
  const variables = ({ path }: Route) => path.replaceAll(/[^/{]/g, '');
  const byLength = new Map<string, { route: Route; segments: string[] }[]>();
  for (const route of routes.toSorted((a, b) => (variables(a) < variables(b) ? -1 : 1))) {
    const segments = route.path.split('/');
    const key = `${route.method} ${segments.length}`;
    byLength.set(key, [...(byLength.get(key) ?? []), { route, segments }]);
  }
  return (method, path) => {
    const given = path.split('/');
    const fit = (segment: string, index: number) =>
      segment === given[index] || (segment.startsWith('{') && given[index] !== '');
    return byLength.get(`${method} ${given.length}`)?.find(({ segments }) => segments.every(fit))?.route;
  };
}

/** The path of an event below its stage, without slashes at its end: with and without them the same endpoint answers. The root has none left. */
export function pathOf(event: APIGatewayProxyEventV2): string {
  return withoutLastSlashes(event.rawPath.slice(stagePath(event).length)) || '/';
}

/**
 * The event of an endpoint, whichever route of the gateway it came by: with the endpoint's own route key, and with the variables of its path. API
 * Gateway has decoded the path, in which an encoded slash is a slash like any other. Without a route it is the event of a path that takes other methods.
 */
export function endpointEvent(event: APIGatewayProxyEventV2, route: Route | undefined): APIGatewayProxyEventV2 {
  const path = pathOf(event);
  const plain = { ...event, rawPath: `${stagePath(event)}${path}` };
  if (!route) return { ...plain, routeKey: '$default' };
  return { ...plain, routeKey: route.routeKey, pathParameters: variablesOf(route.path, path) };
}

function variablesOf(pattern: string, path: string): Record<string, string> {
  const given = path.split('/');
  const variables = pattern.split('/').map((segment, index) => [segment, given[index] ?? ''] as const);
  return Object.fromEntries(
    variables.filter(([segment]) => segment.startsWith('{')).map(([segment, value]) => [segment.slice(1, -1), value]),
  );
}
