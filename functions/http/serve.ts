import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Tracer } from '../../adapters/aws/tracing/tracer.ts';
import type { Clock } from '../../domain/clock.ts';
import { Problem } from '../../domain/errors.ts';
import type { AnswerStore } from '../../domain/idempotency.ts';
import { type KeyServices, servicesForUser } from './api-key-access.ts';
import type { Area } from './endpoint.ts';
import { type Exchange, type Handlers, isRouted, type Routed } from './exchange.ts';
import { type FinderServices, findAll } from './existence.ts';
import { hasOwnRoute, type Route, routes } from './routes.ts';
import { redirect } from './routing/no-route.ts';
import { type Answered, answer } from './steps/answer.ts';
import { answerError, type ErrorOptions } from './steps/answer-error.ts';
import { answerUnrouted } from './steps/answer-unrouted.ts';
import { type AccessServices, authenticate } from './steps/authenticate.ts';
import { claim, keep, release } from './steps/idempotency.ts';
import { onceFor } from './steps/once.ts';
import { exchangeOpener } from './steps/open-exchange.ts';
import { parse } from './steps/parse.ts';
import { rateLimit, secretLimit } from './steps/rate-limit.ts';
import { logRequest, type RequestLog } from './telemetry/request-log.ts';
import { spanOf } from './telemetry/request-span.ts';

/** The dependencies of the steps of all API functions. */
export interface HttpServices extends AccessServices, ErrorOptions {
  clock: Clock;
  answers: AnswerStore;
  requestsPerMinute: number;
  /** `failedOrSlow` unless said. */
  requestLog?: RequestLog;
  /** Absent where no collector takes traces. */
  tracer?: Tracer | undefined;
  /** Needed by areas with public endpoints that are rate-limited. */
  networkOf?: (address: string) => string;
  /** Headers of every response of the area, errors included, with names in lower case. */
  areaHeaders?: Readonly<Record<string, string>>;
}

type Response = APIGatewayProxyStructuredResultV2;

export type LambdaHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<Response>;

/** Time to answer that the request took too long before Lambda would end the call without a word. */
const timeoutEarlyInMillis = 250;
/** Time to send that answer, which the release of a claim leaves of it. */
const sendingMilliseconds = 100;

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
  const { clock, networkOf, answers, requestsPerMinute: perMinute } = services;
  const byId = handlers as Record<string, (input: unknown, services: S) => Promise<Answered>>;
  const own = routes([area]);
  const open = exchangeOpener(own, services);
  const limitRate = rateLimit({ perMinute, clock, networkOf });
  const secrets = secretLimit({ clock, networkOf });

  /** A request's way, in order. A step that throws ends it, and `fail` answers. */
  async function respond(exchange: Exchange): Promise<Response> {
    if (!isRouted(exchange)) return answerUnrouted(exchange, own, neighbours);
    const { event, request, route, answerHeaders } = exchange;
    // It came by a route that the gateway does not throttle as that of the endpoint.
    if (hasOwnRoute(route.endpoint) && event.routeKey !== route.routeKey) return redirect(event, request.path);
    if (route.endpoint.actsOnGet && route.method === 'HEAD') return { statusCode: 204, headers: answerHeaders };

    await authenticate(exchange, services);
    limitRate(exchange);
    await parse(exchange);
    secrets.use(exchange);
    const replay = await claim(exchange, answers);
    if (replay) return replay;
    const visible = visibleTo(exchange);
    const named = { ...exchange.input, ownerId: exchange.owner?.id };
    const found = await findAll(route.endpoint.exists ?? {}, named, visible);
    const answered = await handlerOf(route)(inputOf(exchange, found), visible);
    const response = answer(exchange, answered);
    await keep(exchange, response, answers);
    return response;
  }

  /** The services as finders and the handler may use them. A repeated request makes the ids that the first one made. */
  function visibleTo({ apiKey, claim: held }: Routed): S {
    const visible = apiKey ? servicesForUser(services, apiKey.svcUserId) : services;
    return held ? { ...visible, newId: held.newId } : visible;
  }

  function handlerOf({ operationId }: Route): (input: unknown, services: S) => Promise<Answered> {
    const handler = byId[operationId];
    if (!handler) throw new Error(`${area.name} has no handler for ${operationId}`);
    return handler;
  }

  function inputOf(exchange: Routed, found: Record<string, unknown>) {
    const { input, owner, apiKey, request } = exchange;
    return { ...input, owner, link: apiKey?.link, apiKey, request, found, once: onceFor(exchange, answers) };
  }

  /** Answers what a step has thrown. The key of a claim becomes free by itself, if there is no time left to release it. */
  async function fail(exchange: Exchange, error: unknown, context: Context): Promise<Response> {
    if (exchange.claim) await orUntilLate(release(exchange, error, answers), context);
    return answerError(exchange, secrets.guess(exchange, error), own, services);
  }

  async function finish(exchange: Exchange, response: Response, context: Context): Promise<void> {
    const { event, request, route, owner, begunTime } = exchange;
    if (event.requestContext.http.method === 'HEAD') response.body = '';
    const answered = {
      requestId: request.requestId,
      endpoint: route?.operationId,
      route: route?.routeKey,
      owner: owner?.id,
      status: response.statusCode,
      milliseconds: clock.now() - begunTime,
    };
    logRequest(answered, services.requestLog);
    await services.tracer?.send([spanOf(answered, exchange)], context.getRemainingTimeInMillis?.() ?? 0);
  }

  // Inside of its frame, the event is the exchange that was opened for it.
  return middy<Exchange, Response>(respond, { timeoutEarlyInMillis, timeoutEarlyResponse })
    .before((call) => {
      call.event = open(call.event as unknown as APIGatewayProxyEventV2);
    })
    .after((call) => finish(call.event, call.response as Response, call.context))
    .onError(async (call) => {
      call.response = await fail(call.event, call.error, call.context);
      await finish(call.event, call.response, call.context);
    }) as unknown as LambdaHandler;
}

/** Waits for work, but no longer than until an answer has to be sent. */
async function orUntilLate(work: Promise<void>, context: Context): Promise<void> {
  if (!context.getRemainingTimeInMillis) return work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, context.getRemainingTimeInMillis() - sendingMilliseconds);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
