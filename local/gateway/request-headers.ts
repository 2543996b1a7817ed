import { randomUUID } from 'node:crypto';

/** A request's headers as a function sees them. */
export interface EventHeaders {
  /** Lower-case names; several values are joined by commas. */
  headers: Record<string, string>;
  /** API Gateway removes cookies from the headers. */
  cookies: string[];
}

/** Hop-by-hop headers, and headers about the route of a request, which API Gateway sets itself. */
const notForwarded = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-amzn-trace-id',
  'x-forwarded-port',
  'x-forwarded-proto',
]);

/** Reads headers in the form of `request.rawHeaders`: name, value, name, value. */
export function readHeaders(rawHeaders: string[]): EventHeaders {
  const headers: Record<string, string> = Object.create(null);
  const cookies: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] ?? '').toLowerCase();
    const value = rawHeaders[i + 1] ?? '';
    if (notForwarded.has(name)) continue;
    if (name === 'cookie') cookies.push(...value.split(/;\s*/).filter(Boolean));
    else headers[name] = name in headers ? `${headers[name]},${value}` : value;
  }
  return { headers, cookies };
}

/** Adds the headers that API Gateway sets about the route of a request. */
export function addForwardingHeaders(
  headers: Record<string, string>,
  way: { sourceIp: string; port: number; scheme: 'http' | 'https'; now: number },
) {
  const before = headers['x-forwarded-for'];
  headers['x-forwarded-for'] = before ? `${before}, ${way.sourceIp}` : way.sourceIp;
  headers['x-forwarded-port'] = String(way.port);
  headers['x-forwarded-proto'] = way.scheme;
  const seconds = Math.floor(way.now / 1000)
    .toString(16)
    .padStart(8, '0');
  headers['x-amzn-trace-id'] = `Root=1-${seconds}-${randomUUID().replaceAll('-', '').slice(0, 24)}`;
}
