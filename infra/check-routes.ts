import { baseRoutes, gatewayRoutes, type Route } from '../functions/http/routes.ts';

/** API Gateway's quota is 300 routes an API, which no validator sees; the rest is room for a hurried fix. */
export const maxRoutes = 250;

/** Stops with everything that API Gateway would refuse, or answer differently than it is written. */
export function checkRoutes(all: readonly Route[]): void {
  const routes = gatewayRoutes(all);
  const problems = routes.flatMap(routeProblems);
  const seen = new Set<string>();
  for (const { routeKey } of routes) {
    const sameForGateway = routeKey.replaceAll(/\{[^}]*\}/g, '{}');
    if (seen.has(sameForGateway)) problems.push(`${routeKey} is there twice`);
    seen.add(sameForGateway);
  }
  const count = routes.length + baseRoutes(routes).length;
  if (count > maxRoutes) {
    problems.push(`${count} routes are more than ${maxRoutes}: let a path variable stand for a family of paths`);
  }
  if (problems.length > 0) throw new Error(`The API's routes cannot be deployed:\n- ${problems.join('\n- ')}`);
}

function routeProblems({ routeKey, path }: Route): string[] {
  const problems: string[] = [];
  if (!path.startsWith('/')) problems.push(`${routeKey} does not begin with /`);
  if (path.length > 1 && path.endsWith('/')) {
    problems.push(`${routeKey} ends with /, which HTTP API refuses; the $default route redirects such requests`);
  }
  for (const segment of path.split('/').slice(1)) {
    if (/[{}]/.test(segment) && !/^\{[A-Za-z0-9_]+\}$/.test(segment)) {
      problems.push(`${routeKey} has a variable in "${segment}" that is not a whole segment`);
    }
  }
  return problems;
}
