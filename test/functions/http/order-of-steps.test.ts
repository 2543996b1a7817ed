import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Owner } from '../../../domain/access/owner.ts';
import { notFound, Problem } from '../../../domain/errors.ts';
import { defineArea } from '../../../functions/http/endpoint.ts';
import type { Handlers } from '../../../functions/http/exchange.ts';
import type { Finder } from '../../../functions/http/existence.ts';
import { publicServices } from '../../../functions/http/public-services.ts';
import { type HttpServices, serve } from '../../../functions/http/serve.ts';

const farmInPath: Finder<{ params: { farmId: string } }, HttpServices, void> = async ({ params: { farmId } }) => {
  if (farmId !== 'known') throw notFound('farm', farmId);
};

const gates = defineArea({
  name: 'gates',
  title: '',
  letter: '-',
  description: '',
  base: '/gates/api',
  endpoints: {
    openGate: {
      method: 'POST',
      path: '/farms/{farmId}/gates/{number}',
      summary: '',
      access: 'owner',
      permission: 'query:read',
      perMinute: 1,
      params: z.object({ farmId: z.string(), number: z.coerce.number('must be a number') }),
      query: z.strictObject({}),
      body: { kind: 'json', schema: z.strictObject({ width: z.number() }) },
      idempotent: true,
      exists: { farm: farmInPath },
      responses: { 200: { description: '', schema: z.object({ width: z.number() }) } },
    },
  },
});

/** What is wrong with a request, in the order in which it is said. */
const faults = [
  'path',
  'token',
  'permission',
  'rate',
  'number',
  'query',
  'body',
  'key',
  'farm',
  'gate',
  'answer',
] as const;
type Fault = (typeof faults)[number];

async function ask(wrong: readonly Fault[]): Promise<string> {
  const is = (fault: Fault) => wrong.includes(fault);
  const handlers: Handlers<typeof gates.endpoints, HttpServices> = {
    openGate: ({ body, once }) =>
      once.repeatable(async () => {
        if (is('gate')) throw new Problem('gone', 'The gate is gone.');
        return { status: 200, body: is('answer') ? ({} as never) : body };
      }),
  };
  const claim = { key: 'k', token: 't', begunTime: 7, isTakenOver: false, newId: () => 'id' };
  const permissions = is('permission') ? [] : ['query:read'];
  const handler = serve(gates, handlers, {
    ...publicServices(),
    tokens: { verify: async () => ({ ownerId: 'o', kind: 'id', issuedAt: 1, expiresAt: 2 }) },
    owners: { find: async () => ({ id: 'o', notBefore: 0, permissions }) as unknown as Owner },
    answers: {
      ...publicServices().answers,
      begin: async () => (is('key') ? { state: 'other' } : { state: 'new', claim }),
      finish: async () => {},
      release: async () => {},
    },
  });
  const number = is('number') ? 'seven' : '7';
  const rawPath = `/gates/api/${is('path') ? 'barns' : 'farms'}/${is('farm') ? 'unknown' : 'known'}/gates/${number}`;
  const event = {
    routeKey: 'ANY /gates/api/{proxy+}',
    rawPath,
    rawQueryString: is('query') ? 'colour=red' : '',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': 'k',
      ...(!is('token') && { authorization: 'Bearer t' }),
    },
    body: is('body') ? '{"width":"wide"}' : '{"width":4}',
    requestContext: {
      stage: '$default',
      requestId: 'r',
      domainName: 'api',
      timeEpoch: 0,
      http: { method: 'POST', path: rawPath, sourceIp: '127.0.0.1' },
    },
  } as unknown as APIGatewayProxyEventV2;
  const context = { getRemainingTimeInMillis: () => 30_000 } as Context;
  if (is('rate')) await handler(event, context);
  const { statusCode, body } = await handler(event, context);
  const { errorKey, fieldErrors: [first] = [] } = JSON.parse(body ?? '{}');
  return [statusCode, errorKey, first?.field].filter((part) => part !== undefined).join(' ');
}

const said: Record<Fault, string> = {
  path: '404 routeNotFound',
  token: '401 unauthenticated',
  permission: '403 forbidden',
  rate: '429 rateLimited',
  number: '404 notFound',
  query: '400 invalid colour',
  body: '400 invalid width',
  key: '409 idempotencyKeyReused',
  farm: '404 farmNotFound',
  gate: '410 gone',
  answer: '500 internal',
};

test.each(faults.map((fault, index) => [fault, faults.slice(index)] as const))(
  'of several faults the %s is answered, if it is the first',
  async (fault, wrong) => {
    expect(await ask(wrong)).toBe(said[fault]);
  },
);

test('a request without a fault is answered by its handler', async () => {
  expect(await ask([])).toBe('200');
});
