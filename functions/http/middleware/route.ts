import { Problem } from '../../../domain/errors.ts';
import type { Area } from '../operation.ts';
import { routes } from '../routes.ts';
import { exchangeOf, type Step } from './exchange.ts';

/** Finds the operation by its route key, never by the raw path, which carries the stage. */
export function route(area: Area): Step {
  const byKey = new Map(routes([area]).map((known) => [known.routeKey, known]));
  return {
    before: (request) => {
      const exchange = exchangeOf(request);
      const found = byKey.get(exchange.event.routeKey);
      if (!found) throw new Problem('notFound', 'There is nothing at this path.', { errorKey: 'routeNotFound' });
      exchange.operation = found.operation;
      exchange.operationId = found.operationId;
    },
  };
}
