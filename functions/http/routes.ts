import type { Area, Endpoint } from './endpoint.ts';

export interface Route {
  /** As API Gateway spells it: `GET /services/usermanagement/api/users/{id}`. Endpoints of a family share it. */
  routeKey: string;
  method: string;
  path: string;
  area: string;
  /** The prefix of the paths of its area. */
  base: string;
  takesBase: boolean;
  operationId: string;
  endpoint: Endpoint;
}

/**
 * Every route of the given areas, in the order in which they are written down. What can be read by GET answers HEAD as well.
 *
 * @example const route = routes(areas).find(({ routeKey }) => routeKey === event.routeKey);
 */
export function routes(areas: readonly Area[]): Route[] {
  return areas.flatMap((area) =>
    Object.entries(area.endpoints).flatMap(([operationId, endpoint]) => {
      const path = `${area.base}${endpoint.path}`;
      const methods = endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method];
      return methods.map((method) => ({
        routeKey: `${method} ${area.base}${endpoint.family?.path ?? endpoint.path}`,
        method,
        path,
        area: area.name,
        base: area.base,
        takesBase: area.takesBase === true,
        operationId,
        endpoint,
      }));
    }),
  );
}

/**
 * The routes that API Gateway is given: one of each family, under the family's name and path. HEAD has none where the route of the base leads to
 * the same function, which knows what is asked.
 */
export function gatewayRoutes(routes: readonly Route[]): Route[] {
  const takers = baseTakers(routes);
  const families = new Set<string>();
  return routes.flatMap((route) => {
    if (route.method === 'HEAD' && takers.get(route.base) === route.area) return [];
    const { family } = route.endpoint;
    if (!family) return [route];
    if (families.has(route.routeKey)) return [];
    families.add(route.routeKey);
    return [{ ...route, operationId: family.operationId, path: `${route.base}${family.path}` }];
  });
}

/**
 * A route for each base, of the one area that has it or of the one that takes it. It gets what fits no other route below the base, above all
 * paths with a slash at their end, which HTTP API accepts in no route.
 */
export function baseRoutes(routes: readonly Route[]): { routeKey: string; area: string }[] {
  return [...baseTakers(routes)].map(([base, area]) => ({ routeKey: `ANY ${base}/{proxy+}`, area }));
}

/** The area that has the route of a base, by base. @throws Error when several take one. */
function baseTakers(routes: readonly Route[]): Map<string, string> {
  const sharing = new Map<string, Map<string, boolean>>();
  for (const { base, area, takesBase } of routes) {
    if (base !== '') sharing.set(base, (sharing.get(base) ?? new Map<string, boolean>()).set(area, takesBase));
  }
  const takers = new Map<string, string>();
  for (const [base, areas] of sharing) {
    const [taker, ...more] = areas.size === 1 ? areas.keys() : [...areas.keys()].filter((area) => areas.get(area));
    if (more.length > 0)
      throw new Error(`${taker} and ${more.join(', ')} take the base ${base}, which one of them can`);
    if (taker !== undefined) takers.set(base, taker);
  }
  return takers;
}

/**
 * Whether a path matches the path of a route.
 *
 * @example fits('/users/{id}', '/users/7') // true
 */
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
