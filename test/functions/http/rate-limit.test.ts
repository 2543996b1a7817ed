import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { beforeEach, expect, test } from 'vitest';
import type { Owner } from '../../../domain/access/owner.ts';
import { Problem } from '../../../domain/errors.ts';
import { exchangeOf, type StepRequest } from '../../../functions/http/middleware/exchange.ts';
import { rateLimit } from '../../../functions/http/middleware/rate-limit.ts';
import { movableClock } from '../../../local/clock.ts';

const clock = movableClock();
let step: ReturnType<typeof rateLimit>;
beforeEach(() => {
  step = rateLimit({ perMinute: 3, clock });
});

/** One request of an owner: the headers that it adds, or the problem. */
function ask(ownerId?: string): Record<string, string> | Problem {
  const requestContext = { stage: '$default', requestId: 'r', domainName: 'api', http: { sourceIp: '127.0.0.1' } };
  const event = { headers: {}, rawPath: '/', requestContext } as unknown as APIGatewayProxyEventV2;
  const request = { event } as StepRequest;
  const exchange = exchangeOf(request);
  if (ownerId) exchange.owner = { id: ownerId } as Owner;
  try {
    step.before?.(request);
    return exchange.answerHeaders;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

test('an owner has so many requests in a minute, and is told how many are left', () => {
  const remaining = [ask('a'), ask('a'), ask('a')].map(
    (headers) => (headers as Record<string, string>)['ratelimit-remaining'],
  );
  expect(remaining).toEqual(['2', '1', '0']);
  expect(ask('a')).toMatchObject({ kind: 'rateLimited', status: 429, retryAfterSeconds: 60 });
  expect(ask('b')).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '2', 'ratelimit-reset': '60' });
});

test('the next minute begins anew', () => {
  for (let count = 0; count < 4; count += 1) ask('a');
  clock.advance(59_000);
  expect(ask('a')).toBeInstanceOf(Problem);
  clock.advance(1_000);
  expect(ask('a')).toMatchObject({ 'ratelimit-remaining': '2' });
});

test('nobody is counted who is nobody', () => {
  for (let count = 0; count < 10; count += 1) expect(ask()).toEqual({ 'x-request-id': 'r' });
});
