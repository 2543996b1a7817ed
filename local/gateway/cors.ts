import type { CorsPlan } from '../template/plan-apis.ts';
import type { HttpAnswer } from './http-answer.ts';
import type { HttpRequest } from './http-request.ts';

/** Whether a request is a preflight of CORS. */
export function isPreflight({ method, headers }: HttpRequest): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers;
}

/** The response to a preflight, which API Gateway sends itself. A refusal has no headers of CORS. */
export function preflightAnswer(cors: CorsPlan, request: HttpRequest): HttpAnswer {
  const headers = corsHeaders(cors, request);
  if ('access-control-allow-origin' in headers) {
    if (cors.allowMethods.length > 0) headers['access-control-allow-methods'] = cors.allowMethods.join(',');
    if (cors.allowHeaders.length > 0) headers['access-control-allow-headers'] = cors.allowHeaders.join(',');
    if (cors.maxAgeSeconds !== undefined) headers['access-control-max-age'] = String(cors.maxAgeSeconds);
  }
  return { statusCode: 204, headers, cookies: [], body: '' };
}

/** Headers that the configuration adds to every response to another origin. */
export function corsHeaders(cors: CorsPlan, { headers }: HttpRequest): Record<string, string> {
  const origin = headers.origin;
  const allowed = origin === undefined ? undefined : allowedOrigin(cors.allowOrigins, origin);
  if (!allowed) return {};
  return {
    'access-control-allow-origin': allowed,
    ...(allowed !== '*' && { vary: 'Origin' }),
    ...(cors.allowCredentials && { 'access-control-allow-credentials': 'true' }),
    ...(cors.exposeHeaders.length > 0 && { 'access-control-expose-headers': cors.exposeHeaders.join(',') }),
  };
}

/** `*` allows every origin, `https://*` every origin of the scheme. */
function allowedOrigin(allowed: string[], origin: string): string | undefined {
  if (allowed.includes('*')) return '*';
  const scheme = `${origin.split('://', 1)[0]}://*`;
  return allowed.includes(origin) || allowed.includes(scheme) ? origin : undefined;
}
