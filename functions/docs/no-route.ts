import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { Problem } from '../../domain/errors.ts';
import { baseAddress, stagePath } from '../http/base-address.ts';
import type { Area } from '../http/operation.ts';
import { methodNotAllowed, problemDocument } from '../http/problem.ts';
import { routes } from '../http/routes.ts';

/** Answers what no route does: a slash too many with 308, a known path's other method with 405, the rest with 404. */
export function noRoute(areas: readonly Area[]) {
  const patterns = routes(areas).map(({ path, routeKey }) => ({
    method: routeKey.slice(0, routeKey.indexOf(' ')),
    matches: matcher(path),
  }));

  return (event: APIGatewayProxyEventV2): APIGatewayProxyStructuredResultV2 => {
    const { requestContext, rawPath, rawQueryString } = event;
    const { method } = requestContext.http;
    const requestId = requestContext.requestId;
    const headers = { 'x-request-id': requestId };
    if (method === 'OPTIONS') return { statusCode: 204, headers };

    const stage = stagePath(event);
    const path = rawPath.startsWith(`${stage}/`) ? rawPath.slice(stage.length) : rawPath;
    const plain = withoutLastSlashes(path);
    // A path may fit two routes: `/fields/{id}/operations/{fileId}` and `/fields/{id}/operations/files`.
    const known = (candidate: string) => [
      ...new Set(patterns.filter(({ matches }) => matches(candidate)).map((pattern) => pattern.method)),
    ];
    if (plain !== path && known(plain).length > 0) {
      const location = `${baseAddress(event)}${encoded(plain)}${rawQueryString ? `?${rawQueryString}` : ''}`;
      return { statusCode: 308, headers: { ...headers, location } };
    }
    const allowed = known(path);
    const problem = allowed.length > 0 ? methodNotAllowed(method, allowed) : nothingHere(path);
    return {
      statusCode: problem.status,
      headers: {
        ...headers,
        'content-type': 'application/problem+json',
        ...(allowed.length > 0 && { allow: allowed.join(', ') }),
      },
      body: JSON.stringify(problemDocument(problem, { path: rawPath, requestId })),
    };
  };
}

function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

function matcher(path: string): (candidate: string) => boolean {
  const pattern = new RegExp(
    `^${path
      .split('/')
      .map((segment) => (segment.startsWith('{') ? '[^/]+' : escaped(segment)))
      .join('/')}$`,
  );
  return (candidate) => pattern.test(candidate);
}

/** The path comes decoded, and a segment of it may hold anything: a line break, a slash. */
function encoded(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function escaped(segment: string): string {
  return segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function nothingHere(path: string): Problem {
  return new Problem('notFound', `There is nothing at ${path}. The paths are listed at /docs.`, {
    errorKey: 'routeNotFound',
  });
}
