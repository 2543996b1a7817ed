import { Problem } from '../../../domain/errors.ts';
import type { Area } from '../operation.ts';
import { moreExact, routes } from '../routes.ts';
import { exchangeOf, type Step } from './exchange.ts';

/** Finds the operation by its route key, never by the raw path, which carries the stage. */
export function route(area: Area): Step {
  const all = routes([area]);
  const byKey = new Map(all.map((known) => [known.routeKey, { ...known, otherPaths: moreExact(known, all) }]));
  return {
    before: (request) => {
      const exchange = exchangeOf(request);
      const found = byKey.get(exchange.event.routeKey);
      if (!found) throw new Problem('notFound', 'There is nothing at this path.', { errorKey: 'routeNotFound' });
      exchange.operation = found.operation;
      exchange.operationId = found.operationId;
      exchange.otherPaths = found.otherPaths;
    },
  };
}
