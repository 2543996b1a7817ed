import type { BucketDefinition, CorsRule } from './configuration.ts';
import { s3Error } from './errors.ts';
import { header, type S3Request } from './request/request.ts';

/** The CORS headers of an ordinary answer, errors included; none when no rule allows the request's origin. */
export function corsHeaders(bucket: BucketDefinition | undefined, request: S3Request): Record<string, string> {
  const origin = header(request, 'origin');
  if (origin === undefined || !bucket?.cors) return {};
  const rule = bucket.cors.find((rule) => allows(rule, origin, request.method));
  return rule ? allowedHeaders(rule, origin) : {};
}

/**
 * The headers that answer a preflight request, by which a browser asks whether a page may send a request.
 *
 * @throws S3Error AccessForbidden when no rule allows that request
 */
export function preflight(bucket: BucketDefinition, request: S3Request): Record<string, string> {
  const origin = header(request, 'origin');
  const method = header(request, 'access-control-request-method');
  if (origin === undefined) throw insufficient('Origin request header needed.');
  if (method === undefined) throw insufficient('Access-Control-Request-Method request header needed.');
  if (!bucket.cors?.length) throw forbidden('CORSResponse: CORS is not enabled for this bucket.', method);
  const asked = (header(request, 'access-control-request-headers') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const rule = bucket.cors.find(
    (rule) =>
      allows(rule, origin, method) &&
      asked.every((name) => (rule.allowedHeaders ?? []).some((pattern) => fits(pattern.toLowerCase(), name))),
  );
  if (!rule) {
    throw forbidden(
      "CORSResponse: This CORS request is not allowed. This is usually because the evalution of Origin, request method / Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the resource's CORS spec.",
      method,
    );
  }
  return {
    ...allowedHeaders(rule, origin),
    ...(asked.length > 0 && { 'access-control-allow-headers': asked.join(', ') }),
    ...(rule.maxAgeSeconds !== undefined && { 'access-control-max-age': String(rule.maxAgeSeconds) }),
  };
}

function allows(rule: CorsRule, origin: string, method: string): boolean {
  return rule.allowedMethods.includes(method) && rule.allowedOrigins.some((pattern) => fits(pattern, origin));
}

function allowedHeaders(rule: CorsRule, origin: string): Record<string, string> {
  const isForAll = rule.allowedOrigins.includes('*');
  return {
    'access-control-allow-origin': isForAll ? '*' : origin,
    ...(!isForAll && { 'access-control-allow-credentials': 'true' }),
    'access-control-allow-methods': rule.allowedMethods.join(', '),
    ...(rule.exposedHeaders?.length && { 'access-control-expose-headers': rule.exposedHeaders.join(', ') }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}

/** A pattern has at most one `*`, which matches any characters. */
function fits(pattern: string, value: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === value;
  const [start, end] = [pattern.slice(0, star), pattern.slice(star + 1)];
  return value.length >= start.length + end.length && value.startsWith(start) && value.endsWith(end);
}

function insufficient(what: string) {
  return s3Error('BadRequest', `Insufficient information. ${what}`);
}

function forbidden(message: string, method: string) {
  return s3Error('AccessForbidden', message, { Method: method, ResourceType: 'BUCKET' });
}
