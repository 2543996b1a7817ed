import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Clock } from '../../../domain/clock.ts';
import { baseAddress, stagePath } from '../base-address.ts';
import type { Exchange } from '../exchange.ts';
import { fits, type Route } from '../routes.ts';
import { routeFinder, variablesOf } from '../routing/find-route.ts';
import { withoutLastSlashes } from '../routing/last-slash.ts';

interface OpenOptions {
  clock: Clock;
  /** Headers of every response, errors included. */
  areaHeaders?: Readonly<Record<string, string>> | undefined;
}

/**
 * Makes what begins exchanges, and finds their routes by method and path: a function gets requests by routes of the gateway that fit many endpoints, with a path
 * that API Gateway has decoded, in which an encoded slash is a slash like any other. With and without slashes at its end the same endpoint answers.
 *
 * @param own the routes of the area.
 * @example const open = exchangeOpener(routes([area]), services); const exchange = open(event);
 */
export function exchangeOpener(
  own: readonly Route[],
  { clock, areaHeaders }: OpenOptions,
): (event: APIGatewayProxyEventV2) => Exchange {
  const find = routeFinder(own);
  return (event) => {
    const { requestContext, rawPath } = event;
    const stage = stagePath(event);
    const sent = rawPath.slice(stage.length);
    const plain = withoutLastSlashes(sent) || '/';
    const route = find(requestContext.http.method, plain);
    const path = route || own.some((known) => fits(known.path, plain)) ? plain : sent;
    return {
      event,
      request: {
        requestId: requestContext.requestId,
        receivedTime: requestContext.timeEpoch,
        base: baseAddress(event),
        path,
        sourceIp: requestContext.http.sourceIp,
        headers: event.headers,
        cookies: event.cookies ?? [],
        rawQuery: event.rawQueryString,
      },
      rawPath: `${stage}${path}`,
      begunTime: clock.now(),
      route,
      variables: route ? variablesOf(route.path, path) : {},
      answerHeaders: { 'x-request-id': requestContext.requestId, ...areaHeaders },
    };
  };
}
