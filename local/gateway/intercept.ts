import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpAnswer } from './http-answer.ts';

/** A request whose route is found and whose body has not been read. */
export interface InterceptedRequest {
  method: string;
  routeKey: string;
  /** The function of the route. */
  functionName: string;
  stage: string;
  /** Below the stage, decoded. */
  path: string;
  pathParameters: Record<string, string>;
  headers: Record<string, string>;
  /** The raw request. Any part of the body that the interceptor does not read is discarded after the response. */
  incoming: IncomingMessage;
  /** The raw response, for interceptors that do not use `send`. The headers of CORS are already set. */
  response: ServerResponse;
  /** Calls the API as if this client had sent this request on this stage. Absent members are taken from the request itself; the body is empty. */
  invoke(overrides: InvokeOverrides): Promise<HttpAnswer>;
  /** Sends an answer to the client. */
  send(answer: HttpAnswer): void;
}

export interface InvokeOverrides {
  method?: string;
  /** Without the stage, such as `/upload-sessions`. */
  path?: string;
  query?: string;
  /** Lower-case names. Those of the request that describe its body are dropped. */
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Takes over a request by returning a handler. Called for every request before its body is read, so it must be fast. */
export type Intercept = (request: InterceptedRequest) => (() => Promise<void>) | undefined;
