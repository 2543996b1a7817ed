import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Ended, Tracer } from '../../adapters/aws/tracing/tracer.ts';
import type { Clock } from '../../domain/clock.ts';
import { Problem } from '../../domain/errors.ts';
import type { AnswerStore } from '../../domain/idempotency.ts';
import { type KeyServices, servicesForUser } from './api-key-access.ts';
import type { Area } from './endpoint.ts';
import type { Handlers } from './exchange.ts';
import { type FinderServices, findAll } from './existence.ts';
import { answer, type ErrorPage } from './middleware/answer.ts';
import { type AccessServices, authenticate } from './middleware/authenticate.ts';
import { exchangeOf } from './middleware/exchange.ts';
import { idempotency } from './middleware/idempotency.ts';
import { onceFor } from './middleware/once.ts';
import { parse } from './middleware/parse.ts';
import { rateLimit, secretLimit } from './middleware/rate-limit.ts';
import { route } from './middleware/route.ts';
import { type AnsweredRequest, logRequest, type RequestLog } from './request-log.ts';
import { fits, hasOwnRoute, routes } from './routes.ts';
import { endpointEvent, pathOf, routeFinder } from './routing/find-route.ts';
import { noRoute, redirect } from './routing/no-route.ts';

/** The dependencies of the middleware of all API functions. */
export interface HttpServices extends AccessServices {
  clock: Clock;
  answers: AnswerStore;
  requestsPerMinute: number;
  /** `failedOrSlow` unless said. */
  requestLog?: RequestLog;
  /** Absent where no collector takes traces. */
  tracer?: Tracer | undefined;
  /** Needed by areas with public endpoints that are rate-limited. */
  networkOf?: (address: string) => string;
  /** Needed by areas with endpoints that show errors as pages. */
  errorPage?: ErrorPage;
  /** Paths whose errors are pages, whether an endpoint has them or not. */
  isPagePath?: (path: string) => boolean;
  /** Headers of every response of the area, errors included, with names in lower case. */
  areaHeaders?: Readonly<Record<string, string>>;
}

export type LambdaHandler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** Time to write a problem before Lambda would end the call without a word. */
const timeoutEarlyInMillis = 250;
/** The same for what is not the handler's own time: its claim and its problem are to be written by then. */
const callEarlyInMillis = 100;

function timeoutEarlyResponse(): never {
  throw new Problem('timeout', 'The request took too long. Request less at once, or try again later.');
}

/** The dependencies of the finders of an area. */
type NeededBy<A extends Area> = FinderServices<
  { [Id in keyof A['endpoints']]: ValueOf<A['endpoints'][Id]['exists']> }[keyof A['endpoints']]
>;
type ValueOf<E> = E extends object ? E[keyof E] : never;

/**
 * Makes the Lambda handler of an area. An endpoint without a handler, a handler without an endpoint, or a finder without its services does not
 * compile.
 *
 * @param neighbours areas that share the base of this one, of an area that takes a part of it: what fits their paths and comes here has a slash too
 *   many. Asked for then alone: their contracts take longer to load than that of the area.
 * @example export const handler = serve(alertsApi, alertHandlers, services);
 */
export function serve<A extends Area, S extends HttpServices>(
  area: A,
  handlers: Handlers<A['endpoints'], S>,
  services: S & NeededBy<A> & KeyServices<A>,
  neighbours: () => Promise<readonly Area[]> = async () => [],
): LambdaHandler {
  const byId = handlers as Record<string, (input: unknown, services: S) => Promise<unknown>>;
  const dispatch = async (event: APIGatewayProxyEventV2) => {
    const exchange = exchangeOf({ event } as Parameters<typeof exchangeOf>[0]);
    const handler = byId[exchange.operationId ?? ''];
    if (!handler) throw new Error(`${area.name} has no handler for ${exchange.operationId}`);
    const { owner, apiKey, request, endpoint, claim: held } = exchange;
    const visible = apiKey ? servicesForUser(services, apiKey.svcUserId) : services;
    // A repeated request makes the ids that the first one made.
    const allowed = held ? { ...visible, newId: held.newId } : visible;
    const found = await findAll(endpoint?.exists ?? {}, { ...exchange.input, ownerId: owner?.id }, allowed);
    const input = {
      ...exchange.input,
      owner,
      link: apiKey?.link,
      apiKey,
      request,
      found,
      once: onceFor(exchange, services.answers),
    };
    return (await handler(input, allowed)) as APIGatewayProxyStructuredResultV2;
  };
  const { claim, keep } = idempotency(services.answers);
  const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>(dispatch, {
    timeoutEarlyInMillis,
    timeoutEarlyResponse,
  })
    .use(keep)
    .use(answer(services))
    .use(route(area))
    .use(authenticate(services))
    .use(rateLimit({ perMinute: services.requestsPerMinute, clock: services.clock, networkOf: services.networkOf }))
    .use(parse())
    .use(secretLimit({ clock: services.clock, networkOf: services.networkOf }))
    .use(claim) as unknown as LambdaHandler;
  const tooLate = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>(timeoutEarlyResponse)
    .use(answer(services))
    .use(route(area)) as unknown as LambdaHandler;
  const own = routes([area]);
  const find = routeFinder(own);
  return async (event, context) => {
    const begun = services.clock.now();
    const path = pathOf(event);
    const found = find(event.requestContext.http.method, path);
    // It came by a route that the gateway does not throttle as that of the endpoint.
    if (found && hasOwnRoute(found.endpoint) && event.routeKey !== found.routeKey) return redirect(event, path);
    const isOwn = found !== undefined || own.some((known) => fits(known.path, path));
    if (!isOwn) {
      const ofNeighbours = routes(await neighbours());
      if (ofNeighbours.some((known) => fits(known.path, path))) return noRoute(ofNeighbours)(event);
    }
    const asked = isOwn ? endpointEvent(event, found) : { ...event, routeKey: '$default' };
    const answered = await inTime(handler(asked, context), context, () => tooLate(asked, context));
    const { owner } = exchangeOf({ event: asked } as Parameters<typeof exchangeOf>[0]);
    const line = {
      requestId: event.requestContext.requestId,
      endpoint: found?.operationId,
      route: found?.routeKey,
      owner: owner?.id,
      status: answered.statusCode,
      milliseconds: services.clock.now() - begun,
    };
    logRequest(line, services.requestLog);
    await services.tracer?.send([spanOf(line, event, begun)], context.getRemainingTimeInMillis?.() ?? 0);
    return answered;
  };
}

/** A request as a span, by OpenTelemetry's names for HTTP. */
function spanOf(line: AnsweredRequest, event: APIGatewayProxyEventV2, begun: number): Ended {
  const { requestId, endpoint, route: routeKey, owner, status = 200, milliseconds } = line;
  const { method } = event.requestContext.http;
  return {
    name: routeKey ?? method,
    kind: 'server',
    begun,
    ended: begun + milliseconds,
    attributes: {
      'http.request.method': method,
      'http.route': routeKey?.slice(routeKey.indexOf(' ') + 1),
      'http.response.status_code': status,
      'furrow.endpoint': endpoint,
      'furrow.owner': owner,
      'furrow.request_id': requestId,
    },
    ...(status >= 500 && { failure: `status ${status}` }),
  };
}

/** What is answered in time, or else what is said instead: middy ends a handler that is late, and not the steps before and after it. */
async function inTime<T>(answered: Promise<T>, context: Context, late: () => Promise<T>): Promise<T> {
  if (!context.getRemainingTimeInMillis) return answered;
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<'over'>((resolve) => {
    timer = setTimeout(resolve, context.getRemainingTimeInMillis() - callEarlyInMillis, 'over');
  });
  try {
    const first = await Promise.race([answered, over]);
    return first === 'over' ? await late() : first;
  } finally {
    clearTimeout(timer);
    answered.catch(() => undefined);
  }
}
