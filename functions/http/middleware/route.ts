import type { Area } from '../endpoint.ts';
import { nothingAt } from '../problem.ts';
import { moreExact, routes } from '../routes.ts';
import { exchangeOf, type Step } from './exchange.ts';

/** Takes the endpoint whose route key the event has (`endpointEvent`), never that of the raw path, which carries the stage. */
export function route(area: Area): Step {
  const all = routes([area]);
  const byKey = new Map(all.map((known) => [known.routeKey, { ...known, otherPaths: moreExact(known, all) }] as const));
  const everyPath = all.map(({ method, path }) => ({ method, path }));
  return {
    before: (request) => {
      const exchange = exchangeOf(request);
      const { method } = exchange.event.requestContext.http;
      const found = byKey.get(exchange.event.routeKey);
      if (found) {
        exchange.endpoint = found.endpoint;
        exchange.operationId = found.operationId;
        exchange.areaBase = found.base;
        exchange.otherPaths = found.otherPaths;
        if (found.endpoint.actsOnGet && method === 'HEAD') return { statusCode: 204, headers: exchange.answerHeaders };
        return;
      }
      // OPTIONS, a path with other methods, or one that nothing is at.
      if (method === 'OPTIONS') return { statusCode: 204, headers: exchange.answerHeaders };
      exchange.otherPaths = everyPath;
      throw nothingAt(exchange.request.path);
    },
  };
}
