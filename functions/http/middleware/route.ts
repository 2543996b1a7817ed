import type { Area } from '../endpoint.ts';
import { nothingAt } from '../problem.ts';
import { fits, moreExact, type Route, routes } from '../routes.ts';
import { exchangeOf, type Step } from './exchange.ts';

/** Finds the endpoint by its route key, never by the raw path, which carries the stage. */
export function route(area: Area): Step {
  const all = routes([area]);
  const byKey = new Map<string, (Route & { otherPaths: ReturnType<typeof moreExact> })[]>();
  for (const known of all) {
    const family = byKey.get(known.routeKey) ?? [];
    byKey.set(known.routeKey, [...family, { ...known, otherPaths: moreExact(known, all) }]);
  }
  const everyPath = all.map(({ method, path }) => ({ method, path }));
  return {
    before: (request) => {
      const exchange = exchangeOf(request);
      const [first, ...others] = byKey.get(exchange.event.routeKey) ?? [];
      const found =
        others.length === 0 ? first : [first, ...others].find((one) => one && fits(one.path, exchange.request.path));
      if (found) {
        exchange.endpoint = found.endpoint;
        exchange.operationId = found.operationId;
        exchange.areaBase = found.base;
        exchange.otherPaths = found.otherPaths;
        if (found.endpoint.actsOnGet && exchange.event.requestContext.http.method === 'HEAD')
          return { statusCode: 204, headers: exchange.answerHeaders };
        return;
      }
      // The route of the area's base: OPTIONS, a path with other methods, or one that nothing is at.
      if (exchange.event.requestContext.http.method === 'OPTIONS')
        return { statusCode: 204, headers: exchange.answerHeaders };
      exchange.otherPaths = everyPath;
      throw nothingAt(exchange.request.path);
    },
  };
}
