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

/** Every route of the given areas, in the order in which they are written down. */
export function routes(areas: readonly Area[]): Route[] {
  return areas.flatMap((area) =>
    Object.entries(area.operations).map(([operationId, operation]) => ({
      routeKey: routeKey(area, operation),
      path: `${area.base}${operation.path}`,
      area: area.name,
      operationId,
      operation,
    })),
  );
}
