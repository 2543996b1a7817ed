import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Page } from '../../../domain/paging.ts';
import type { Exchange, Routed } from '../exchange.ts';
import { filledIn } from '../location.ts';
import { pageHeaders } from '../page-headers.ts';
import { encode } from './encode.ts';

/** A handler's result, before it is serialized. */
export interface Answered {
  status: number;
  headers?: Record<string, string>;
  /** The page's position and total, for a paged endpoint. */
  page?: Omit<Page<unknown>, 'items'>;
  /** Where the contract leaves it to the handler. */
  location?: string;
  body?: unknown;
}

/**
 * Turns a handler's result into HTTP.
 *
 * @throws ZodError for a body that breaks its own schema, which is our fault.
 * @example const response = answer(exchange, await handler(input, services));
 */
export function answer(exchange: Routed, answered: Answered): APIGatewayProxyStructuredResultV2 {
  const { endpoint, base: areaBase } = exchange.route;
  const documented = endpoint.responses[answered.status];
  const headers = {
    ...exchange.answerHeaders,
    // Unless the handler says that the owner's browser may keep it.
    ...(endpoint.access !== 'public' && { 'cache-control': 'private, no-store' }),
    ...pagingOf(exchange, answered),
    ...locationOf(exchange.request.base, areaBase, documented?.location, answered),
    ...answered.headers,
  };
  if (!documented || answered.body === undefined) return { statusCode: answered.status, headers };
  if (documented.contentType && endpoint.access === 'public' && answered.status === 200) {
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
  // Members that the schema does not name are left out.
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

function pagingOf({ request, input }: Exchange, { page }: Answered) {
  return page && input?.asked && pageHeaders(request, input.asked, page);
}

function locationOf(base: string, areaBase: string, path: string | undefined, { location, body }: Answered) {
  if (location !== undefined) return { location: `${base}${location}` };
  return path && { location: `${base}${areaBase}${filledIn(path, body)}` };
}
