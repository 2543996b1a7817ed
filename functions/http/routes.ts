import type { Area, Operation } from './operation.ts';

export interface Route {
  /** As API Gateway spells it: `GET /services/usermanagement/api/users/{id}`. */
  routeKey: string;
  path: string;
  area: string;
  operationId: string;
  operation: Operation;
}

/** The route key of an operation in its area. */
export function routeKey(area: Area, operation: Operation): string {
  return `${operation.method} ${area.base}${operation.path}`;
}

/** Every route of the given areas, in the order in which they are written down. What can be read by GET answers HEAD as well. */
export function routes(areas: readonly Area[]): Route[] {
  return areas.flatMap((area) =>
    Object.entries(area.operations).flatMap(([operationId, operation]) => {
      const path = `${area.base}${operation.path}`;
      const methods = operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method];
      return methods.map((method) => ({
        routeKey: `${method} ${path}`,
        path,
        area: area.name,
        operationId,
        operation,
      }));
    }),
  );
}

/** The methods and paths that fit what a route fits, with a word where it has a variable. */
export function moreExact(route: Route, all: readonly Route[]): { method: string; path: string }[] {
  const segments = route.path.split('/');
  const isMoreExact = (path: string) => {
    const others = path.split('/');
    const fits = (other: string, index: number) => other === segments[index] || segments[index]?.startsWith('{');
    return path !== route.path && others.length === segments.length && others.every(fits);
  };
  return all
    .filter(({ path }) => isMoreExact(path))
    .map(({ routeKey, path }) => ({ method: routeKey.slice(0, routeKey.indexOf(' ')), path }));
}
