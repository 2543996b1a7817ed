import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpAnswer } from './http-answer.ts';

/** A request whose route is found and whose body has not been read. */
export interface InterceptedRequest {
  method: string;
  routeKey: string;
  stage: string;
  pathParameters: Record<string, string>;
  headers: Record<string, string>;
  /** The raw request. An interceptor reads its body or leaves it: the rest is discarded after the answer. */
  incoming: IncomingMessage;
  /** The raw response, for those who do not use `send`. The headers of CORS are set when the handler runs. */
  response: ServerResponse;
  /** Calls the API as if this client had sent this request on this stage. What is left out is as in the request itself, the body empty. */
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

/** Takes a request over by returning what handles it; called for every request before its body is read, so it must be quick. */
export type Intercept = (request: InterceptedRequest) => (() => Promise<void>) | undefined;
