import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { beforeEach, expect, test } from 'vitest';
import { notFound, Problem } from '../../../domain/errors.ts';
import { exchangeOf, type StepRequest } from '../../../functions/http/middleware/exchange.ts';
import { secretLimit } from '../../../functions/http/middleware/rate-limit.ts';
import { movableClock } from '../../../local/clock.ts';

const clock = movableClock();
let step: ReturnType<typeof secretLimit>;
beforeEach(() => {
  step = secretLimit({ clock, networkOf: (address) => address });
});

const known = ['good', 'other'];

/** One request with a secret, or with a body that cannot be parsed: what it ends with, and the headers that it gets. */
function ask(linkId: string | undefined, sourceIp = '10.0.0.1') {
  const requestContext = { stage: '$default', requestId: 'r', domainName: 'api', http: { sourceIp } };
  const event = { headers: {}, rawPath: '/', requestContext } as unknown as APIGatewayProxyEventV2;
  const request = { event } as StepRequest;
  const exchange = exchangeOf(request);
  const secret = { name: 'linkId', unknown: 'linkNotFound' };
  Object.assign(exchange, { operationId: 'open', endpoint: { perMinute: 3, secret } });
  try {
    if (linkId === undefined) throw new Problem('invalid', 'The body is not valid.');
    exchange.input = { params: {}, query: {}, asked: undefined, body: { linkId } };
    step.before?.(request);
    if (!known.includes(linkId)) throw notFound('link', linkId);
    return { ended: 'opened', left: exchange.answerHeaders['ratelimit-remaining'] };
  } catch (error) {
    request.error = error as Error;
    step.onError?.(request);
    return { ended: (request.error as Problem).errorKey, left: exchange.answerHeaders['ratelimit-remaining'] };
  }
}

test('guesses of a network are counted together, and what it knows by itself', () => {
  const guesses = ['a', 'b', 'c', 'd', 'e'].map((id) => ask(id));
  expect(guesses.map(({ ended }) => ended)).toEqual([
    ...['linkNotFound', 'linkNotFound', 'linkNotFound'],
    ...['rateLimited', 'rateLimited'],
  ]);
  expect(guesses.map(({ left }) => left)).toEqual(['2', '1', '0', '0', '0']);
  expect([ask('good'), ask('good'), ask('good'), ask('good')].map(({ ended }) => ended)).toEqual([
    ...['opened', 'opened', 'opened', 'rateLimited'],
  ]);
  expect(ask('other')).toEqual({ ended: 'opened', left: '2' });
  // A known secret that is used too often is no guess.
  expect(ask('a').ended).toBe('rateLimited');
});

test('another network, and the next minute, have counts of their own', () => {
  for (const id of ['a', 'b', 'c', 'd']) ask(id);
  expect(ask('f').ended).toBe('rateLimited');
  expect(ask('f', '10.0.0.2').ended).toBe('linkNotFound');
  clock.advance(60_000);
  expect(ask('f')).toEqual({ ended: 'linkNotFound', left: '2' });
});

test('requests that name nothing count as guesses', () => {
  expect([ask(undefined), ask(undefined), ask(undefined), ask(undefined)].map(({ ended }) => ended)).toEqual([
    ...['invalid', 'invalid', 'invalid', 'rateLimited'],
  ]);
  expect(ask('a').ended).toBe('rateLimited');
  expect(ask('good').ended).toBe('opened');
});
