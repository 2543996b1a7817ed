import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Area } from '../endpoint.ts';
import type { Exchange } from '../exchange.ts';
import { nothingAt } from '../problem.ts';
import { fits, type Route, routes } from '../routes.ts';
import { withoutLastSlashes } from '../routing/last-slash.ts';
import { noRoute } from '../routing/no-route.ts';

/**
 * Answers a request for which the area has no endpoint: OPTIONS with 204, and what a neighbour has as that would.
 *
 * @param own the routes of the area.
 * @throws Problem 404, which is answered as 405 where the path takes other methods.
 */
export async function answerUnrouted(
  { event, request: { path }, answerHeaders }: Exchange,
  own: readonly Route[],
  neighbours: () => Promise<readonly Area[]>,
): Promise<APIGatewayProxyStructuredResultV2> {
  if (!own.some((known) => fits(known.path, path))) {
    const ofNeighbours = routes(await neighbours());
    const plain = withoutLastSlashes(path) || '/';
    if (ofNeighbours.some((known) => fits(known.path, plain))) return noRoute(ofNeighbours)(event);
  }
  if (event.requestContext.http.method === 'OPTIONS') return { statusCode: 204, headers: answerHeaders };
  throw nothingAt(path);
}
