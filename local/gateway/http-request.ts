import type { IncomingMessage } from 'node:http';
import type { Arrival, RequestAddress } from './request-address.ts';
import { addForwardingHeaders, readHeaders } from './request-headers.ts';

/** The parts of a request that the gateway uses. It comes from the network, or an interceptor has built it. */
export interface HttpRequest {
  method: string;
  /** With the stage, percent-encoded, without the query. */
  path: string;
  /** The unchanged query string, without `?`. */
  query: string;
  headers: Record<string, string>;
  cookies: string[];
  /** Such as `HTTP/1.1`. */
  protocol: string;
  sourceIp: string;
  /** The beginning of URLs in the response. */
  address: RequestAddress;
  body?: Buffer | undefined;
}

/** Reads everything but the body. `addressOf` decides whether `Host` is used. */
export function readRequest(
  message: IncomingMessage,
  now: number,
  addressOf: (host: string | undefined, arrival: Arrival) => RequestAddress,
): HttpRequest {
  const url = message.url ?? '/';
  const mark = url.indexOf('?');
  const sourceIp = (message.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const { headers, cookies } = readHeaders(message.rawHeaders);
  const address = addressOf(headers.host, message.socket);
  addForwardingHeaders(headers, { sourceIp, port: message.socket.localPort ?? 0, scheme: address.scheme, now });
  return {
    method: message.method ?? 'GET',
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
    headers,
    cookies,
    protocol: `HTTP/${message.httpVersion}`,
    sourceIp,
    address,
  };
}

/** A path's segments, decoded like in API Gateway; segments that cannot be decoded are unchanged. */
export function segmentsOf(path: string): string[] {
  return path.replace(/^\//, '').split('/').map(decoded);
}

function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
