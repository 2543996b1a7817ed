import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Api, answerRequest, type Located, locate } from './answer-request.ts';
import { corsHeaders } from './cors.ts';
import { answers, type HttpAnswer, sendAnswer } from './http-answer.ts';
import { newRequestId } from './http-event.ts';
import type { HttpRequest } from './http-request.ts';
import type { InterceptedRequest, InvokeOverrides } from './intercept.ts';
import { discardRest } from './request-body.ts';

/** The processing of one request. */
export interface Exchange {
  /** Calls the function of the route, unless the client has left before an instance is free. */
  call(request: HttpRequest, located: Located): Promise<HttpAnswer>;
  send(answer: HttpAnswer): void;
  /** Responds to a preflight of CORS. */
  preflight(answer: HttpAnswer): void;
  /** The request as an interceptor sees it. */
  intercepted(located: Located): InterceptedRequest;
  /** Lets another handler answer. */
  takenOver(handle: () => Promise<void>): Promise<void>;
}

export function openExchange(
  api: Api,
  request: HttpRequest,
  incoming: IncomingMessage,
  response: ServerResponse,
): Exchange {
  const requestId = newRequestId();
  const isGone = () => response.destroyed;
  const own = { 'apigw-requestid': requestId, ...(api.plan.cors && corsHeaders(api.plan.cors, request)) };

  const exchange: Exchange = {
    call: (sent, located) => answerRequest(api, sent, located, requestId, isGone),
    send(answer) {
      sendAnswer(response, request.method, withOwnHeaders(answer, own, api.plan.cors !== undefined));
      discardRest(incoming, response);
    },
    preflight: (answer) => sendAnswer(response, request.method, answer),
    intercepted(located) {
      return {
        method: request.method,
        routeKey: located.match.route.routeKey,
        functionName: located.match.route.functionName,
        stage: located.stage,
        path: located.rawPath.slice(stagePrefix(located.stage).length),
        pathParameters: located.match.pathParameters ?? {},
        headers: request.headers,
        incoming,
        response,
        send: exchange.send,
        async invoke(overrides) {
          const sent = overridden(request, located, overrides);
          const target = locate(api, sent);
          // Also called when the client has disconnected, for instance to undo unfinished work.
          return target ? answerRequest(api, sent, target, requestId, () => false) : answers.notFound;
        },
      };
    },
    async takenOver(handle) {
      for (const [name, value] of Object.entries(own)) response.setHeader(name, value);
      try {
        await handle();
        discardRest(incoming, response);
      } catch (error) {
        api.log(`${request.method} ${request.path}: ${error instanceof Error ? error.message : String(error)}`);
        if (response.headersSent) response.destroy();
        else exchange.send(answers.internal);
      }
    },
  };
  return exchange;
}

/** If CORS is configured, API Gateway ignores headers of CORS that a function sets. */
function withOwnHeaders(answer: HttpAnswer, own: Record<string, string>, hasCors: boolean): HttpAnswer {
  const headers = { ...answer.headers };
  for (const name in headers) {
    if (hasCors && name.startsWith('access-control-')) delete headers[name];
  }
  const vary = headers.vary && own.vary ? { vary: `${headers.vary}, ${own.vary}` } : {};
  return { ...answer, headers: { ...headers, ...own, ...vary } };
}

function stagePrefix(stage: string): string {
  return stage === '$default' ? '' : `/${stage}`;
}

/** Headers that describe the body of the request that was taken over. */
const bodyHeaders = ['content-length', 'content-type', 'content-encoding', 'content-md5', 'digest'];

function overridden(request: HttpRequest, located: Located, overrides: InvokeOverrides): HttpRequest {
  const { method = request.method, query = request.query } = overrides;
  const body = typeof overrides.body === 'string' ? Buffer.from(overrides.body) : overrides.body;
  const kept = Object.entries(request.headers).filter(([name]) => !bodyHeaders.includes(name));
  const headers = {
    ...Object.fromEntries(kept),
    ...(body && { 'content-length': String(body.length) }),
    ...overrides.headers,
  };
  const path = overrides.path === undefined ? request.path : stagePrefix(located.stage) + overrides.path;
  return { ...request, method, path, query, headers, body };
}
