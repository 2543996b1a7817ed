import type middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { baseAddress, stagePath } from '../base-address.ts';
import type { Exchange } from '../exchange.ts';

export type Step = middy.MiddlewareObj<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>;
export type StepRequest = middy.Request<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>;

const exchanges = new WeakMap<object, Exchange>();

/**
 * The exchange that the steps of one request share. It is begun by the first step.
 *
 * @example const exchange = exchangeOf(request);
 */
export function exchangeOf(request: StepRequest): Exchange {
  const known = exchanges.get(request.event);
  if (known) return known;
  const begun = begin(request.event);
  exchanges.set(request.event, begun);
  return begun;
}

function begin(event: APIGatewayProxyEventV2): Exchange {
  const { requestContext } = event;
  return {
    event,
    request: {
      requestId: requestContext.requestId,
      receivedTime: requestContext.timeEpoch,
      base: baseAddress(event),
      path: event.rawPath.slice(stagePath(event).length),
      sourceIp: requestContext.http.sourceIp,
      headers: event.headers,
      cookies: event.cookies ?? [],
      rawQuery: event.rawQueryString,
    },
    answerHeaders: { 'x-request-id': requestContext.requestId },
  };
}
