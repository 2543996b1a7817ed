import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Exchange } from '../exchange.ts';
import { oauthError } from '../oauth-error.ts';
import { problemDocument, toProblem } from '../problem.ts';
import { stripped } from '../strip.ts';
import { exchangeOf, type Step } from './exchange.ts';

/** What a handler answered, before it is put into words. */
interface Answered {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Turns answers and errors into HTTP. The only place that does. */
export function answer(): Step {
  return {
    before: (request) => {
      exchangeOf(request);
    },
    after: (request) => {
      const exchange = exchangeOf(request);
      const answered = request.response as unknown as Answered | APIGatewayProxyStructuredResultV2;
      if ('status' in answered) request.response = written(exchange, answered);
    },
    onError: (request) => {
      const exchange = exchangeOf(request);
      request.response = failed(exchange, request.error);
      return request.response;
    },
  };
}

function written(exchange: Exchange, answered: Answered): APIGatewayProxyStructuredResultV2 {
  const documented = exchange.operation?.responses[answered.status];
  const headers = { ...exchange.answerHeaders, ...answered.headers };
  if (!documented || answered.body === undefined) return { statusCode: answered.status, headers };
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
  const body = JSON.stringify(documented.schema ? stripped(documented.schema, answered.body) : answered.body);
  return { statusCode: answered.status, headers: { 'content-type': 'application/json', ...headers }, body };
}

function failed(exchange: Exchange, error: unknown): APIGatewayProxyStructuredResultV2 {
  const problem = toProblem(error);
  const { requestId } = exchange.request;
  if (problem.kind === 'internal') console.error({ requestId, operation: exchange.operationId, error });
  const headers = {
    ...exchange.answerHeaders,
    'cache-control': 'no-store',
    ...(problem.kind === 'unauthenticated' && { 'www-authenticate': 'Bearer' }),
    ...(problem.retryAfterSeconds !== undefined && { 'retry-after': String(Math.ceil(problem.retryAfterSeconds)) }),
  };
  if (exchange.operation?.oauthErrors) return oauthError(problem, headers);
  const document = problemDocument(problem, { path: exchange.event.rawPath, requestId });
  return {
    statusCode: problem.status,
    headers: { ...headers, 'content-type': 'application/problem+json' },
    body: JSON.stringify(document),
  };
}
