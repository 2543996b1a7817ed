import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { stagePath } from './base-address.ts';
import { fits, type Route } from './routes.ts';

/**
 * A path without the slashes at its end.
 *
 * @example withoutLastSlashes('/users//') // '/users'
 */
export function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** Finds the route of a method and a path below the stage; text before a variable, as API Gateway does. */
export function routeFinder(routes: readonly Route[]): (method: string, path: string) => Route | undefined {
  const variables = (path: string) => path.replaceAll(/[^/{]/g, '');
  const byExactness = routes.toSorted((a, b) => (variables(a.path) < variables(b.path) ? -1 : 1));
  return (method, path) => byExactness.find((route) => route.method === method && fits(route.path, path));
}

/**
 * Makes of an event that came by the route of its base, since its path ends with a slash, the event of the path without it:
 * the same endpoint answers. Every other event stays as it is.
 */
export function plainEvents(routes: readonly Route[]): (event: APIGatewayProxyEventV2) => APIGatewayProxyEventV2 {
  const find = routeFinder(routes);
  return (event) => {
    if (!event.routeKey.startsWith('ANY ')) return event;
    const stage = stagePath(event);
    const path = withoutLastSlashes(event.rawPath.slice(stage.length));
    if (!routes.some((route) => fits(route.path, path))) return event;
    const found = find(event.requestContext.http.method, path);
    const plain = { ...event, rawPath: `${stage}${path}` };
    return found ? { ...plain, routeKey: found.routeKey, pathParameters: variablesOf(found.path, path) } : plain;
  };
}

function variablesOf(pattern: string, path: string): Record<string, string> {
  const given = path.split('/');
  const variables = pattern.split('/').map((segment, index) => [segment, given[index] ?? ''] as const);
  return Object.fromEntries(
    variables.filter(([segment]) => segment.startsWith('{')).map(([segment, value]) => [segment.slice(1, -1), value]),
  );
}
