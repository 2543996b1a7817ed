import { type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';

/** A response to the client, without CORS headers. */
export interface HttpAnswer {
  statusCode: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  cookies: string[];
  body: string | Buffer;
}

/** A response of API Gateway itself; all have the same form. */
export function gatewayAnswer(statusCode: number, message: string): HttpAnswer {
  const body = JSON.stringify({ message });
  return { statusCode, headers: { 'content-type': 'application/json' }, cookies: [], body };
}

export const answers = {
  notFound: gatewayAnswer(404, 'Not Found'),
  tooLarge: gatewayAnswer(413, 'Request Entity Too Large'),
  headersTooLarge: gatewayAnswer(431, 'Request Header Fields Too Large'),
  internal: gatewayAnswer(500, 'Internal Server Error'),
  unavailable: gatewayAnswer(503, 'Service Unavailable'),
};

/** Headers that belong to the connection and are not taken from the function. */
const ownHeaders = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Turns what a function returned into an answer, as API Gateway does for payload format 2.0: an object with a
 * `statusCode` describes the answer, anything else is the body of a 200.
 *
 * @throws Error that says what is wrong with the description.
 */
export function functionAnswer(result: unknown): HttpAnswer {
  if (typeof result !== 'object' || result === null || Array.isArray(result) || !('statusCode' in result)) {
    const body = JSON.stringify(result ?? null);
    return { statusCode: 200, headers: { 'content-type': 'application/json' }, cookies: [], body };
  }
  const { statusCode, headers, cookies, body, isBase64Encoded } = result as Record<string, unknown>;
  const code = Number(statusCode);
  if (!Number.isInteger(code) || code < 200 || code > 599)
    throw new Error(`statusCode is ${JSON.stringify(statusCode)}`);
  if (body !== undefined && body !== null && typeof body !== 'string')
    throw new Error(`body is no text but ${typeof body}`);
  if (cookies !== undefined && !isTexts(cookies)) throw new Error('cookies is not a list of texts');
  for (const cookie of cookies ?? []) validateHeaderValue('set-cookie', cookie);
  return {
    statusCode: code,
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...answerHeaders(headers ?? {}) },
    cookies: cookies ?? [],
    body: isBase64Encoded === true ? Buffer.from(body ?? '', 'base64') : (body ?? ''),
  };
}

function answerHeaders(headers: object): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [key, value] of Object.entries(headers)) {
    const name = key.toLowerCase();
    if (value === null || value === undefined || ownHeaders.has(name)) continue;
    if (typeof value === 'object') throw new Error(`header ${key} is no text`);
    validateHeaderName(name);
    validateHeaderValue(name, String(value));
    result[name] = String(value);
  }
  return result;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Sends a response; headers that are already set, such as those of CORS, are kept. */
export function sendAnswer(response: ServerResponse, method: string, answer: HttpAnswer): void {
  if (response.headersSent || response.destroyed) return;
  const { statusCode, headers, cookies, body } = answer;
  response.statusCode = statusCode;
  for (const name in headers) response.setHeader(name, headers[name] ?? '');
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  if (statusCode === 204 || statusCode === 304) {
    response.removeHeader('content-type');
    response.end();
    return;
  }
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(method === 'HEAD' ? undefined : body);
}
