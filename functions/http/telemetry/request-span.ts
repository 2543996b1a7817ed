import type { Ended } from '../../../adapters/aws/tracing/tracer.ts';
import type { Exchange } from '../exchange.ts';
import type { AnsweredRequest } from './request-log.ts';

/** A request as a span, by OpenTelemetry's names for HTTP. */
export function spanOf(answered: AnsweredRequest, { event, begunTime }: Pick<Exchange, 'event' | 'begunTime'>): Ended {
  const { requestId, endpoint, route, owner, status = 200, milliseconds } = answered;
  const { method } = event.requestContext.http;
  return {
    name: route ?? method,
    kind: 'server',
    begun: begunTime,
    ended: begunTime + milliseconds,
    attributes: {
      'http.request.method': method,
      'http.route': route?.slice(route.indexOf(' ') + 1),
      'http.response.status_code': status,
      'furrow.endpoint': endpoint,
      'furrow.owner': owner,
      'furrow.request_id': requestId,
    },
    ...(status >= 500 && { failure: `status ${status}` }),
  };
}
