import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../clock.ts';
import { listen } from '../http/http-listener.ts';
import type { LambdaPool } from '../lambda/create-lambda-pool.ts';
import type { ApiPlan } from '../template/plan-apis.ts';
import { type Api, locate } from './answer-request.ts';
import { isPreflight, preflightAnswer } from './cors.ts';
import { openExchange } from './exchange.ts';
import { answers } from './http-answer.ts';
import { readRequest } from './http-request.ts';
import type { Intercept } from './intercept.ts';
import { requestAddresses } from './request-address.ts';
import { readBody } from './request-body.ts';
import { buildRouteTable } from './route-table.ts';

/** Limits of requests at the gateway. */
interface GatewayLimits {
  /** Maximum size of a request body, in bytes. */
  bodyBytes: number;
  /** The request line and all header values together, in bytes. */
  headerBytes: number;
  /** Whether a route's integration timeout is enforced. */
  integrationTimeout: boolean;
}

const megabyte = 1024 * 1024;

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const awsLimits: GatewayLimits = { bodyBytes: 10 * megabyte, headerBytes: 10_240, integrationTimeout: true };

/** A body becomes part of one JSON text, which must fit into the function's memory. */
const looseLimits: GatewayLimits = {
  bodyBytes: 100 * megabyte,
  headerBytes: Infinity,
  integrationTimeout: false,
};

export interface GatewayOptions {
  host: string;
  /** If absent or 0, any free port. */
  port?: number;
  clock: Clock;
  /** The template's APIs, of which there must be exactly one, since there is one port. */
  apis: ApiPlan[];
  pool: Pick<LambdaPool, 'invoke'>;
  /** `aws`: 10 MB bodies, 10,240 bytes of headers, 30 seconds. `none` (the default): bodies up to 100 MB, and the function's own timeout. */
  limits?: 'aws' | 'none';
  intercept?: Intercept;
  /** The URL under which the operator has published the gateway. */
  publicUrl?: string | undefined;
  /** Called with the reason when a response does not come from the function. */
  log(line: string): void;
}

export interface Gateway {
  /** `http://ADDRESS:PORT` */
  endpoint: string;
  port: number;
  /** Accepts no more requests and waits briefly for responses in progress. */
  close(): Promise<void>;
}

/**
 * Starts an HTTP API as API Gateway would run it.
 *
 * @throws Error for routes that API Gateway would refuse, for more or fewer APIs than one, and when it cannot listen.
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const [plan, ...more] = options.apis;
  if (!plan || more.length > 0)
    throw new Error(`the gateway serves one HTTP API, the template declares ${options.apis.length}`);
  const limits = options.limits === 'aws' ? awsLimits : looseLimits;
  const { pool, clock, log } = options;
  const { integrationTimeout } = limits;
  const addressOf = requestAddresses(options);
  const findRoute = buildRouteTable(plan.routes);
  const api: Api = { plan, stages: new Set(plan.stages), findRoute, pool, clock, integrationTimeout, log };

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = readRequest(incoming, clock.now(), addressOf);
    const exchange = openExchange(api, request, incoming, response);
    if (api.plan.cors && isPreflight(request)) return exchange.preflight(preflightAnswer(api.plan.cors, request));
    if (headerBytes(incoming) > limits.headerBytes) return exchange.send(answers.headersTooLarge);
    const located = locate(api, request);
    if (!located) return exchange.send(answers.notFound);

    const takeOver = options.intercept?.(exchange.intercepted(located));
    if (takeOver) return exchange.takenOver(takeOver);

    const body = await readBody(incoming, limits.bodyBytes);
    if (body === 'too large') return exchange.send(answers.tooLarge);
    if (body !== 'aborted') exchange.send(await exchange.call({ ...request, body }, located));
  }

  return listen(handle, options);
}

/** The size of the head of a request as API Gateway counts it: the request line and the values. */
function headerBytes({ method = '', url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text, i) => (i % 2 === 1 ? sum + text.length : sum), method.length + url.length);
}
