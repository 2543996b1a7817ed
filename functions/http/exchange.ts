import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod';
import type { Owner } from '../../domain/access/owner.ts';
import type { Claim } from '../../domain/idempotency.ts';
import type { KeyHolder } from '../../domain/keys/api-key-store.ts';
import type { LinkGrant } from '../../domain/links/magic-link.ts';
import type { Page, PageRequest } from '../../domain/paging.ts';
import type { Endpoint, RequestBody } from './endpoint.ts';
import type { Found } from './existence.ts';
import type { Route } from './routes.ts';
import type { Once, Settled } from './steps/once.ts';

type OutputOf<S> = S extends z.ZodType ? z.output<S> : Record<string, never>;

/** One uploaded file, as far as it fits into one request. */
export interface UploadedPart {
  fileName: string;
  contentType: string;
  content: Buffer;
}

type BodyOf<B> = B extends { schema: infer S extends z.ZodType }
  ? z.output<S>
  : B extends { kind: 'multipart' }
    ? B extends { many: number }
      ? [UploadedPart, ...UploadedPart[]]
      : UploadedPart
    : B extends { kind: 'text' }
      ? string
      : undefined;

/** The members of a request that handlers receive besides the parsed ones. */
export interface RequestContext {
  requestId: string;
  /** When the gateway took the request, in milliseconds since 1970. */
  receivedTime: number;
  /** Absolute address of the stage that was called, without a trailing slash: links in answers begin with it. */
  base: string;
  /** The requested path, below `base`. */
  path: string;
  /** The address of the caller. */
  sourceIp: string;
  /** Request headers, names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /** As the browser sends them: `name=value`. */
  cookies: readonly string[];
  rawQuery: string;
}

type AskedOf<O extends Endpoint> = O['paged'] extends true | { size: number } ? PageRequest : undefined;

/** Everything a handler is given: parsed, checked, and the owner from the token. */
export interface Input<O extends Endpoint> {
  params: OutputOf<O['params']>;
  /** Without the parameters of the page, where the endpoint is paged. */
  query: AskedOf<O> extends PageRequest
    ? Omit<OutputOf<O['query']>, 'page' | 'size' | 'sort' | 'cursor'>
    : OutputOf<O['query']>;
  /** The page of the list that is asked for. */
  asked: AskedOf<O>;
  body: BodyOf<O['body'] extends RequestBody ? O['body'] : undefined>;
  owner: O['access'] extends 'public' ? undefined : Owner;
  /** The link whose session's key the caller sent. */
  link: O['access'] extends 'ownerOrApiKey' ? LinkGrant | undefined : undefined;
  /** The API key that the caller sent. */
  apiKey: O['access'] extends 'ownerOrApiKey' ? KeyHolder | undefined : undefined;
  /** The resources that the endpoint's `exists` names finders for. */
  found: Found<O['exists']>;
  request: RequestContext;
  /** Carries out the effect once for an `Idempotency-Key`, where the endpoint takes one. */
  once: Once<Answer<O>>;
}

type ResponseBody<R> = R extends { schema: infer S extends z.ZodType }
  ? z.input<S>
  : R extends { contentType: string }
    ? string | Uint8Array
    : undefined;

/** A handler's result: one of the statuses that its endpoint documents, with the body of that status. */
export type Answer<O extends Endpoint> = {
  [Status in keyof O['responses'] & number]: {
    status: Status;
    headers?: Record<string, string>;
  } & (O['responses'][Status] extends { location: 'given' } ? { location: string } : unknown) &
    (Status extends 200
      ? AskedOf<O> extends PageRequest
        ? { page: Omit<Page<unknown>, 'items'> }
        : unknown
      : unknown) &
    (ResponseBody<O['responses'][Status]> extends undefined
      ? { body?: undefined }
      : { body: ResponseBody<O['responses'][Status]> });
}[keyof O['responses'] & number];

/** A handler: parse is done; load, decide, answer is left. Where the endpoint is idempotent, `once` makes the answer. */
export type Handler<O extends Endpoint, Services> = (
  input: Input<O>,
  services: Services,
) => Promise<O['idempotent'] extends true ? Settled<Answer<O>> : Answer<O>>;

/** One handler for each of these endpoints, neither more nor fewer. */
export type Handlers<O extends Record<string, Endpoint>, Services> = {
  [Id in keyof O]: Handler<O[Id], Services>;
};

/**
 * A request on its way: passed from step to step, each of which adds what later ones read, and to the step that answers the problem of any of them.
 */
export interface Exchange {
  event: APIGatewayProxyEventV2;
  request: RequestContext;
  /** The path with its stage, by which problems name it. */
  rawPath: string;
  /** When the function began, in milliseconds since 1970. */
  begunTime: number;
  /** The route of the method and path; undefined where the area has none. */
  route: Route | undefined;
  /** The values of the variables in the path of the route. */
  variables: Readonly<Record<string, string>>;
  owner?: Owner;
  /** The API key that the caller sent instead of a token; what the request may see is its user's. */
  apiKey?: KeyHolder;
  /** The claim on the request's `Idempotency-Key`. */
  claim?: Claim;
  input?: { params: unknown; query: unknown; asked: PageRequest | undefined; body: unknown };
  /** Headers that steps add to whatever is answered, errors included. */
  answerHeaders: Record<string, string>;
}

/** A request for an endpoint of the area. */
export type Routed = Exchange & { route: Route };

export function isRouted(exchange: Exchange): exchange is Routed {
  return exchange.route !== undefined;
}
