import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { accountId } from '../credentials.ts';
import type { HttpRequest } from './http-request.ts';
import type { RouteMatch } from './route-table.ts';

/** Content types that API Gateway passes as text; all others, including forms and `+json` types, are passed as base64. */
const textTypes = /^\s*(text\/|application\/(json|javascript|xml)\s*(;|$))/i;

export interface EventContext {
  apiId: string;
  stage: string;
  /** With the stage's segment, decoded. */
  rawPath: string;
  match: RouteMatch;
  requestId: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Makes the event that API Gateway sends to a function, in payload format 2.0. */
export function httpEvent(request: HttpRequest, context: EventContext): APIGatewayProxyEventV2 {
  const { headers, cookies, body, query } = request;
  const { routeKey } = context.match.route;
  const domainName = request.address.host;
  const isText = !headers['content-encoding'] && textTypes.test(headers['content-type'] ?? '');
  const hasBody = body !== undefined && body.length > 0;
  const parameters = queryParameters(query);
  return {
    version: '2.0',
    routeKey,
    rawPath: context.rawPath,
    rawQueryString: query,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(parameters && { queryStringParameters: parameters }),
    requestContext: {
      accountId,
      apiId: context.apiId,
      domainName,
      domainPrefix: domainName.split('.', 1)[0] ?? '',
      http: {
        method: request.method,
        path: context.rawPath,
        protocol: request.protocol,
        sourceIp: request.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: context.requestId,
      routeKey,
      stage: context.stage,
      time: commonLogTime(context.now),
      timeEpoch: context.now,
    },
    ...(context.match.pathParameters && { pathParameters: context.match.pathParameters }),
    ...(hasBody && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: hasBody && !isText,
  };
}

/** An id in the shape of API Gateway's own, such as `JKJaXmPLvHcESHA=`. */
export function newRequestId(): string {
  return Buffer.from(randomUUID().replaceAll('-', ''), 'hex').toString('base64', 0, 11);
}

function queryParameters(query: string): Record<string, string> | undefined {
  if (query === '') return undefined;
  const parameters: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(query)) {
    parameters[name] = name in parameters ? `${parameters[name]},${value}` : value;
  }
  return parameters;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Such as `12/Mar/2026:19:03:58 +0000`. */
function commonLogTime(now: number): string {
  const [date = '', time = ''] = new Date(now).toISOString().split(/[T.]/);
  const [year, month, day] = date.split('-');
  return `${day}/${months[Number(month) - 1]}/${year}:${time} +0000`;
}
