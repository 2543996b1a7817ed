import type { Area, Endpoint } from './endpoint.ts';

/** A method and path of an endpoint. The routes of API Gateway are derived from them, and fewer (`gatewayRoutes`). */
export interface Route {
  /** `GET /services/usermanagement/api/users/{id}` */
  routeKey: string;
  method: string;
  path: string;
  area: string;
  /** The prefix of the paths of its area. */
  base: string;
  /** The path that its area shares with others and takes the rest of, from the root on. */
  takes?: string | undefined;
  operationId: string;
  endpoint: Endpoint;
}

/**
 * Every route of the given areas, in the order in which they are written down. What can be read by GET answers HEAD as well.
 *
 * @example const route = routes(areas).find(({ operationId }) => operationId === 'getField');
 */
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
        takes: area.takes === undefined ? undefined : `${area.base}${area.takes}`,
        operationId,
        endpoint,
      }));
    }),
  );
}

/**
 * Whether an endpoint has a route of its own at the gateway, because the gateway throttles it apart from all others: what anyone may call and what
 * costs work. Requests that come by any other route are not throttled so, and are redirected.
 */
export function hasOwnRoute({ access, method }: Endpoint): boolean {
  return access === 'public' && method === 'POST';
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
