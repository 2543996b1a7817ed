import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Problem } from '../../../domain/errors.ts';
import type { Page } from '../../../domain/paging.ts';
import type { Exchange, RequestContext } from '../exchange.ts';
import { filledIn } from '../location.ts';
import { oauthError } from '../oauth-error.ts';
import { pageHeaders } from '../page-headers.ts';
import { methodNotAllowed, problemDocument, toProblem } from '../problem.ts';
import { fits } from '../routes.ts';
import { encode } from './encode.ts';
import { exchangeOf, type Step } from './exchange.ts';

/** Whether a caller is shown a page: all but those that ask for JSON and not for HTML. */
export function wantsPage({ headers: { accept = '' } }: Pick<RequestContext, 'headers'>): boolean {
  const types = accept.toLowerCase();
  return types.includes('text/html') || !types.includes('json');
}

/** A handler's result, before it is serialized. */
interface Answered {
  status: number;
  headers?: Record<string, string>;
  /** The page's position and total, for a paged endpoint. */
  page?: Omit<Page<unknown>, 'items'>;
  /** Where the contract leaves it to the handler. */
  location?: string;
  body?: unknown;
}

/** An error as a page, for an area with endpoints that browsers are sent to. */
export type ErrorPage = (problem: Problem, request: RequestContext) => WrittenPage | Promise<WrittenPage>;

interface WrittenPage {
  headers: Record<string, string>;
  body: string;
}

/** Parts of an area's answers that its handlers do not return. */
interface AnswerOptions {
  errorPage?: ErrorPage;
  /** Whether people look at a path, whatever it leads to: its errors are pages, too. */
  isPagePath?: (path: string) => boolean;
  areaHeaders?: Readonly<Record<string, string>>;
}

/** Turns answers and errors into HTTP. The only place that does. */
export function answer(options: AnswerOptions = {}): Step {
  return {
    before: (request) => {
      Object.assign(exchangeOf(request).answerHeaders, options.areaHeaders);
    },
    after: (request) => {
      const exchange = exchangeOf(request);
      const answered = request.response as unknown as Answered | APIGatewayProxyStructuredResultV2;
      if ('status' in answered) request.response = written(exchange, answered);
      if (exchange.event.requestContext.http.method === 'HEAD' && request.response) request.response.body = '';
    },
    onError: async (request) => {
      const exchange = exchangeOf(request);
      request.response = await failed(exchange, request.error, options);
      if (exchange.event.requestContext.http.method === 'HEAD') request.response.body = '';
      return request.response;
    },
  };
}

function written(exchange: Exchange, answered: Answered): APIGatewayProxyStructuredResultV2 {
  const documented = exchange.endpoint?.responses[answered.status];
  const headers = {
    ...exchange.answerHeaders,
    // Unless the handler says that the owner's browser may keep it.
    ...(isOwned(exchange) && { 'cache-control': 'private, no-store' }),
    ...pagingOf(exchange, answered),
    ...locationOf(exchange, documented?.location, answered),
    ...answered.headers,
  };
  if (!documented || answered.body === undefined) return { statusCode: answered.status, headers };
  if (documented.contentType && exchange.endpoint?.access === 'public' && answered.status === 200) {
    const typed = { 'content-type': documented.contentType, ...headers };
    return publicContent(answered.body as string | Uint8Array, typed, exchange);
  }
  if (documented.contentType) {
    const text = typeof answered.body === 'string';
    const body = text ? (answered.body as string) : Buffer.from(answered.body as Uint8Array).toString('base64');
    return {
      statusCode: answered.status,
      headers: { 'content-type': documented.contentType, ...headers },
      body,
      isBase64Encoded: !text,
    };
  }
  // Members that the schema does not name are left out. A body that breaks its own schema is our fault and ends as a 500.
  const body = JSON.stringify(documented.schema ? documented.schema.parse(answered.body) : answered.body);
  return { statusCode: answered.status, headers: { 'content-type': 'application/json', ...headers }, body };
}

/** Content that is the same for everybody, as compressed as the client takes it, or 304 for a client that has it. */
function publicContent(
  content: string | Uint8Array,
  typed: Record<string, string>,
  { request }: Exchange,
): APIGatewayProxyStructuredResultV2 {
  const { headers, body } = encode(content, typed, request.headers);
  if (!body) return { statusCode: 304, headers };
  const isText = typeof content === 'string' && headers['content-encoding'] === undefined;
  return {
    statusCode: 200,
    headers,
    body: isText ? content : Buffer.from(body).toString('base64'),
    isBase64Encoded: !isText,
  };
}

/** Whether what is answered is an owner's. */
function isOwned({ endpoint }: Exchange): boolean {
  return endpoint !== undefined && endpoint.access !== 'public';
}

function pagingOf({ request, input }: Exchange, { page }: Answered) {
  return page && input?.asked && pageHeaders(request, input.asked, page);
}

function locationOf({ request, areaBase }: Exchange, path: string | undefined, { location, body }: Answered) {
  if (location !== undefined) return { location: `${request.base}${location}` };
  return path && { location: `${request.base}${areaBase}${filledIn(path, body)}` };
}

/** The methods of a path that is called as if it were an id: `/fields/intersect` fits `/fields/{id}` too. */
function otherMethods({ request, otherPaths = [] }: Exchange): string[] {
  return [...new Set(otherPaths.filter(({ path }) => fits(path, request.path)).map(({ method }) => method))];
}

function insteadOfNotFound(problem: Problem, { event }: Exchange, allowed: string[]): Problem {
  if (problem.kind !== 'notFound' || allowed.length === 0) return problem;
  return methodNotAllowed(event.requestContext.http.method, allowed);
}

async function failed(
  exchange: Exchange,
  error: unknown,
  { errorPage, isPagePath }: AnswerOptions,
): Promise<APIGatewayProxyStructuredResultV2> {
  const allowed = otherMethods(exchange);
  const meant = toProblem(error);
  const { requestId } = exchange.request;
  if (meant.kind === 'internal' || meant !== error) console.error({ requestId, endpoint: exchange.operationId, error });
  const problem = insteadOfNotFound(meant, exchange, allowed);
  const headers = {
    ...exchange.answerHeaders,
    'cache-control': isOwned(exchange) ? 'private, no-store' : 'no-store',
    ...(problem.kind === 'methodNotAllowed' && { allow: allowed.join(', ') }),
    ...(problem.kind === 'unauthenticated' && { 'www-authenticate': 'Bearer' }),
    ...(problem.retryAfterSeconds !== undefined && { 'retry-after': String(Math.ceil(problem.retryAfterSeconds)) }),
  };
  if (exchange.endpoint?.oauthErrors) return oauthError(problem, headers);
  const { method } = exchange.event.requestContext.http;
  const isLookedAt = (method === 'GET' || method === 'HEAD') && isPagePath?.(exchange.request.path);
  const isPage = exchange.endpoint?.errorPages || isLookedAt;
  if (isPage && errorPage && wantsPage(exchange.request)) {
    const page = await errorPage(problem, exchange.request);
    return { statusCode: problem.status, headers: { ...headers, ...page.headers }, body: page.body };
  }
  const document = problemDocument(problem, { path: exchange.event.rawPath, requestId });
  return {
    statusCode: problem.status,
    headers: { ...headers, 'content-type': 'application/problem+json' },
    body: JSON.stringify(document),
  };
}
