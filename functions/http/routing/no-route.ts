import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { baseAddress, stagePath } from '../base-address.ts';
import { methodNotAllowed, nothingAt, problemDocument } from '../problem.ts';
import { fits, type Route } from '../routes.ts';
import { withoutLastSlashes } from './last-slash.ts';

/** Answers what no route does: a slash too many with 308, a known path's other method with 405, the rest with 404. */
export function noRoute(all: readonly Pick<Route, 'method' | 'path'>[]) {
  return (event: APIGatewayProxyEventV2): APIGatewayProxyStructuredResultV2 => {
    const { requestContext, rawPath } = event;
    const { method } = requestContext.http;
    const requestId = requestContext.requestId;
    const headers = { 'x-request-id': requestId };
    if (method === 'OPTIONS') return { statusCode: 204, headers };

    const stage = stagePath(event);
    const path = rawPath.startsWith(`${stage}/`) ? rawPath.slice(stage.length) : rawPath;
    const plain = withoutLastSlashes(path);
    // A path may fit two routes: `/fields/{id}/operations/{fileId}` and `/fields/{id}/operations/files`.
    const known = (candidate: string) => [
      ...new Set(all.filter((route) => fits(route.path, candidate)).map(({ method }) => method)),
    ];
    if (plain !== path && known(plain).length > 0) return redirect(event, plain);
    const allowed = known(path);
    const problem = allowed.length > 0 ? methodNotAllowed(method, allowed) : nothingAt(path);
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

/** Sends a client to a path below the stage, with the same method and body. */
export function redirect(event: APIGatewayProxyEventV2, path: string): APIGatewayProxyStructuredResultV2 {
  const { rawQueryString, requestContext } = event;
  const location = `${baseAddress(event)}${encoded(path)}${rawQueryString ? `?${rawQueryString}` : ''}`;
  return { statusCode: 308, headers: { 'x-request-id': requestContext.requestId, location } };
}

/** The path comes decoded, and a segment of it may hold anything: a line break, a slash. */
function encoded(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
