import type { Route } from '../functions/http/routes.ts';
import { type GatewayRoute, gatewayRoutes, shapeOf } from '../functions/http/routing/gateway-routes.ts';

/**
 * Half of API Gateway's quota of 300 routes an API: an update creates the routes of the new release before it deletes those of the old one, so that a
 * release may change all of them at once.
 */
export const maxRoutes = 150;

/** Stops with everything that API Gateway would refuse, or answer differently than it is written. */
export function checkRoutes(routes: readonly Route[]): void {
  const ofGateway = gatewayRoutes(routes);
  const problems = [...routes.flatMap(pathProblems), ...duplicates(ofGateway), ...strayed(routes, ofGateway)];
  // That of everything else is `$default`.
  const count = ofGateway.length + 1;
  if (count > maxRoutes) {
    problems.push(`${count} routes are more than ${maxRoutes}: let areas share fewer paths, or take what they share`);
  }
  if (problems.length > 0) throw new Error(`The API's routes cannot be deployed:\n- ${problems.join('\n- ')}`);
}

function pathProblems({ routeKey, path, method }: Route): string[] {
  if (method === 'HEAD') return [];
  const problems: string[] = [];
  if (!path.startsWith('/')) problems.push(`${routeKey} does not begin with /`);
  if (path.length > 1 && path.endsWith('/')) {
    problems.push(`${routeKey} ends with /, which HTTP API refuses; such requests are answered as those without it`);
  }
  for (const segment of path.split('/').slice(1)) {
    if (/[{}]/.test(segment) && !/^\{[A-Za-z0-9_]+\}$/.test(segment)) {
      problems.push(`${routeKey} has a variable in "${segment}" that is not a whole segment`);
    }
  }
  return problems;
}

function duplicates(routes: readonly GatewayRoute[]): string[] {
  const seen = new Set<string>();
  return routes.flatMap(({ routeKey, area }) => {
    const shape = shapeOf(routeKey);
    if (seen.has(shape)) return [`${routeKey} is there twice; the second is of ${area}, and one area answers a path`];
    seen.add(shape);
    return [];
  });
}

/** Endpoints whose requests would be led to the function of another area, or of which API Gateway does not say where they are led. */
function strayed(routes: readonly Route[], ofGateway: readonly GatewayRoute[]): string[] {
  const patterns = ofGateway.map(({ routeKey, area }) => {
    const [method = '', path = ''] = routeKey.split(' ');
    return { routeKey, area, method, segments: path.split('/') };
  });
  return routes.flatMap(({ routeKey, method, path, area }) => {
    const given = path.split('/');
    const matching = patterns.filter((one) => (one.method === 'ANY' || one.method === method) && matches(one, given));
    // A route of the whole path comes before one with a greedy variable.
    const whole = matching.filter(({ segments }) => !isGreedy(segments));
    const candidates = whole.length > 0 ? whole : matching;
    const first = candidates.find((one) => candidates.every((other) => isWithin(one.segments, other.segments)));
    if (first?.area === area) return [];
    const found = candidates.map((one) => `"${one.routeKey}" of ${one.area}`).join(' or ');
    return [`${routeKey} of ${area} is led to ${found || 'no route'}`];
  });
}

const isGreedy = (segments: readonly string[]) => segments.at(-1)?.endsWith('+}') === true;

/** Whether a pattern matches a path of an endpoint, which has ids in place of its variables. */
function matches({ segments }: { segments: readonly string[] }, given: readonly string[]): boolean {
  return isWithin(given, segments);
}

/** Whether all that a path or pattern matches is matched by another pattern. */
function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  const fixed = isGreedy(outer) ? outer.slice(0, -1) : outer;
  if (isGreedy(outer) ? inner.length <= fixed.length : inner.length !== fixed.length) return false;
  return fixed.every((segment, index) => segment.startsWith('{') || segment === inner[index]);
}
