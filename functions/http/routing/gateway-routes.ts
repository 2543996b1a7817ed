import { hasOwnRoute, type Route } from '../routes.ts';

/** A route of API Gateway. It leads to the function of an area, which finds the endpoint by method and path. */
export interface GatewayRoute {
  /** `ANY /services/fields/api/{proxy+}` */
  routeKey: string;
  area: string;
  /** The endpoint, if it has the route to itself. */
  operationId?: string;
  /** Whether it takes the rest of the base of its area. */
  isBase?: true;
}

/** A path with endpoints that need no route of their own. */
interface Path {
  area: string;
  segments: readonly string[];
}

/**
 * The routes that API Gateway is given: as few as lead every request to the function of its area. An area has
 * - one route for each endpoint that the gateway throttles apart,
 * - `ANY <path>/{proxy+}` for each path that it takes: its base, if no other area has that, or what it `takes` of a shared base,
 * - for its other paths, from the base on, `ANY <path>/{proxy+}` for the shortest path below which all endpoints are its own, or `ANY <path>` where
 *   that is one path.
 */
export function gatewayRoutes(routes: readonly Route[]): GatewayRoute[] {
  const takers = takersOf(routes);
  const paths = pathsOf(routes);
  const found = new Map<string, GatewayRoute>();
  const add = (method: string, segments: readonly string[], route: Omit<GatewayRoute, 'routeKey'>) => {
    const routeKey = `${method} ${segments.join('/')}`;
    const shape = `${shapeOf(routeKey)} ${route.area}`;
    if (!found.has(shape)) found.set(shape, { routeKey, ...route });
  };

  for (const { path, area, operationId, endpoint } of routes) {
    if (hasOwnRoute(endpoint)) add(endpoint.method, path.split('/'), { area, operationId });
  }
  for (const { segments, area, isBase } of takers) {
    add('ANY', [...segments, '{proxy+}'], { area, ...(isBase && { isBase }) });
  }
  for (const [area, base] of new Map(routes.map(({ area, base }) => [area, base]))) {
    const left = paths.filter((path) => path.area === area && takerOf(takers, path)?.area !== area);
    for (const segments of covering(area, base.split('/'), left, paths)) add('ANY', segments, { area });
  }
  return [...found.values()];
}

/** Paths of routes that match the given paths of an area, and no path of another area. */
function covering(
  area: string,
  prefix: readonly string[],
  left: readonly Path[],
  all: readonly Path[],
): (readonly string[])[] {
  const depth = prefix.length + 1;
  const branches = new Map<string, Path[]>();
  for (const path of left) {
    const next = shapeOf(path.segments[depth - 1] ?? '');
    branches.set(next, [...(branches.get(next) ?? []), path]);
  }
  return [...branches.values()].flatMap((branch) => {
    const reached = branch[0]?.segments.slice(0, depth) ?? [];
    const ends = branch.filter(({ segments }) => segments.length === depth);
    const below = branch.filter(({ segments }) => segments.length > depth);
    const isOwn = all.filter((path) => isBelow(path, reached)).every((path) => path.area === area);
    const [only, ...more] = below;
    const rest = () => {
      if (!only) return [];
      if (isOwn) return [more.length === 0 ? only.segments : [...reached, '{proxy+}']];
      return covering(area, reached, below, all);
    };
    return [...(ends.length > 0 ? [reached] : []), ...rest()];
  });
}

/** An area that takes what no other area has below a path. */
interface Taker {
  segments: readonly string[];
  area: string;
  isBase?: true;
}

/** @throws Error when several areas take one path. */
function takersOf(routes: readonly Route[]): Taker[] {
  const takers = new Map<string, Taker>();
  for (const { base, area, takes } of routes) {
    const isAlone = base !== '' && routes.every((other) => other.base !== base || other.area === area);
    const taken = takes ?? (isAlone ? base : undefined);
    if (taken === undefined) continue;
    const other = takers.get(shapeOf(taken));
    if (other && other.area !== area)
      throw new Error(`${other.area} and ${area} take ${taken || '/'}, which one of them can`);
    takers.set(shapeOf(taken), { segments: taken.split('/'), area, ...(taken === base && { isBase: true }) });
  }
  return [...takers.values()];
}

/** The one of the areas that take paths to which the gateway leads a path: that of the longest. */
function takerOf(takers: readonly Taker[], path: Path): Taker | undefined {
  return takers
    .filter(({ segments }) => isBelow(path, segments))
    .sort((a, b) => b.segments.length - a.segments.length)[0];
}

function pathsOf(routes: readonly Route[]): Path[] {
  const paths = new Map<string, Path>();
  for (const { path, area, endpoint } of routes) {
    const key = `${shapeOf(path)} ${area}`;
    if (!hasOwnRoute(endpoint) && !paths.has(key)) paths.set(key, { area, segments: path.split('/') });
  }
  return [...paths.values()];
}

/** Whether requests for a path, with ids in place of its variables, are below another path. */
function isBelow({ segments }: Path, above: readonly string[]): boolean {
  return (
    segments.length > above.length &&
    above.every((segment, index) => segment.startsWith('{') || segment === segments[index])
  );
}

/** A path or route key without the names of its variables, which make no difference to the gateway. */
export function shapeOf(path: string): string {
  return path.replaceAll(/\{[^{}+]*(\+?)\}/g, '{$1}');
}
