import type { Area, Endpoint } from './endpoint.ts';

export interface Route {
  /** As API Gateway spells it: `GET /services/usermanagement/api/users/{id}`. */
  routeKey: string;
  method: string;
  path: string;
  area: string;
  /** What the paths of its area begin with. */
  base: string;
  operationId: string;
  endpoint: Endpoint;
}

/** Every route of the given areas, in the order in which they are written down. What can be read by GET answers HEAD as well. */
export function routes(areas: readonly Area[]): Route[] {
  return areas.flatMap((area) =>
    Object.entries(area.endpoints).flatMap(([operationId, endpoint]) => {
      const path = `${area.base}${endpoint.path}`;
      const methods = endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method];
      return methods.map((method) => ({
        routeKey: `${method} ${path}`,
        method,
        path,
        area: area.name,
        base: area.base,
        operationId,
        endpoint,
      }));
    }),
  );
}

/**
 * A route for each base that one area has to itself. It takes what fits no other route below the base, above all paths with a
 * slash at their end, which HTTP API accepts in no route.
 */
export function baseRoutes(routes: readonly Route[]): { routeKey: string; area: string }[] {
  const areasOf = new Map<string, Set<string>>();
  for (const { base, area } of routes) areasOf.set(base, (areasOf.get(base) ?? new Set()).add(area));
  return [...areasOf].flatMap(([base, areas]) =>
    base === '' || areas.size > 1 ? [] : [...areas].map((area) => ({ routeKey: `ANY ${base}/{proxy+}`, area })),
  );
}

/** Whether a route's path stands for a path: `/users/{id}` does for `/users/7`. */
export function fits(pattern: string, path: string): boolean {
  const [segments, given] = [pattern.split('/'), path.split('/')];
  const fit = (segment: string, index: number) =>
    segment === given[index] || (segment.startsWith('{') && given[index] !== '');
  return segments.length === given.length && segments.every(fit);
}

/** The methods and paths that fit what a route fits, with a word where it has a variable. */
export function moreExact(route: Route, all: readonly Route[]): { method: string; path: string }[] {
  const segments = route.path.split('/');
  const isMoreExact = (path: string) => {
    const others = path.split('/');
    const fits = (other: string, index: number) => other === segments[index] || segments[index]?.startsWith('{');
    return path !== route.path && others.length === segments.length && others.every(fits);
  };
  return all.filter(({ path }) => isMoreExact(path)).map(({ method, path }) => ({ method, path }));
}
