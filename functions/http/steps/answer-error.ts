import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Problem } from '../../../domain/errors.ts';
import type { Exchange, RequestContext } from '../exchange.ts';
import { oauthError } from '../oauth-error.ts';
import { methodNotAllowed, problemDocument, toProblem } from '../problem.ts';
import { fits, moreExact, type Route } from '../routes.ts';

/** An error as a page, for an area with endpoints that browsers are sent to. */
export type ErrorPage = (problem: Problem, request: RequestContext) => WrittenPage | Promise<WrittenPage>;

interface WrittenPage {
  headers: Record<string, string>;
  body: string;
}

/** Whether a caller is shown a page: all but those that ask for JSON and not for HTML. */
export function wantsPage({ headers: { accept = '' } }: Pick<RequestContext, 'headers'>): boolean {
  const types = accept.toLowerCase();
  return types.includes('text/html') || !types.includes('json');
}

/** Parts of an area's errors that are not in its endpoints. */
export interface ErrorOptions {
  /** Needed by areas with endpoints that show errors as pages. */
  errorPage?: ErrorPage;
  /** Paths whose errors are pages, whether an endpoint has them or not. */
  isPagePath?: (path: string) => boolean;
}

/**
 * Turns whatever was thrown into HTTP: a problem document, a page, or an error of OAuth. What we did not expect is logged, and 500.
 *
 * @param own the routes of the area, among which are the other methods of the path.
 */
export async function answerError(
  exchange: Exchange,
  error: unknown,
  own: readonly Route[],
  { errorPage, isPagePath }: ErrorOptions,
): Promise<APIGatewayProxyStructuredResultV2> {
  const { event, request, route, rawPath } = exchange;
  const { requestId } = request;
  const { method } = event.requestContext.http;
  const meant = toProblem(error);
  if (meant.kind === 'internal' || meant !== error) console.error({ requestId, endpoint: route?.operationId, error });
  const allowed = meant.kind === 'notFound' ? otherMethods(exchange, own) : [];
  const problem = allowed.length > 0 ? methodNotAllowed(method, allowed) : meant;
  const isOwned = route !== undefined && route.endpoint.access !== 'public';
  const headers = {
    ...exchange.answerHeaders,
    'cache-control': isOwned ? 'private, no-store' : 'no-store',
    ...(allowed.length > 0 && { allow: allowed.join(', ') }),
    ...(problem.kind === 'unauthenticated' && { 'www-authenticate': 'Bearer' }),
    ...(problem.retryAfterSeconds !== undefined && { 'retry-after': String(Math.ceil(problem.retryAfterSeconds)) }),
  };
  if (route?.endpoint.oauthErrors) return oauthError(problem, headers);
  const isLookedAt = (method === 'GET' || method === 'HEAD') && isPagePath?.(request.path);
  if ((route?.endpoint.errorPages || isLookedAt) && errorPage && wantsPage(request)) {
    const page = await errorPage(problem, request);
    return { statusCode: problem.status, headers: { ...headers, ...page.headers }, body: page.body };
  }
  return {
    statusCode: problem.status,
    headers: { ...headers, 'content-type': 'application/problem+json' },
    body: JSON.stringify(problemDocument(problem, { path: rawPath, requestId })),
  };
}

/** The methods of a path that is called as if it were an id: `/fields/intersect` fits `/fields/{id}` too. */
function otherMethods({ request, route }: Exchange, own: readonly Route[]): string[] {
  const others = route ? moreExact(route, own) : own;
  return [...new Set(others.filter(({ path }) => fits(path, request.path)).map(({ method }) => method))];
}
