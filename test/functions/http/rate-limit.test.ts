import { beforeEach, expect, test } from 'vitest';
import { callerNetwork } from '../../../domain/access/caller-network.ts';
import type { Owner } from '../../../domain/access/owner.ts';
import { Problem } from '../../../domain/errors.ts';
import type { Routed } from '../../../functions/http/exchange.ts';
import { rateLimit } from '../../../functions/http/steps/rate-limit.ts';
import { movableClock } from '../../../local/clock.ts';

const clock = movableClock();
let step: ReturnType<typeof rateLimit>;
beforeEach(() => {
  step = rateLimit({ perMinute: 3, clock, networkOf: callerNetwork });
});

/** One request of an owner: the headers added to its response, or the problem. */
function ask(
  ownerId?: string,
  { perMinute, sourceIp = '127.0.0.1' }: { perMinute?: number; sourceIp?: string } = {},
): Record<string, string> | Problem {
  const exchange = {
    request: { sourceIp },
    route: { operationId: 'rare', endpoint: { ...(perMinute !== undefined && { perMinute }) } },
    answerHeaders: {},
    ...(ownerId !== undefined && { owner: { id: ownerId } as Owner }),
  } as unknown as Routed;
  try {
    step(exchange);
    return exchange.answerHeaders;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

test('an owner has a limit of requests in a minute, and headers show the rest', () => {
  const remaining = [ask('a'), ask('a'), ask('a')].map(
    (headers) => (headers as Record<string, string>)['ratelimit-remaining'],
  );
  expect(remaining).toEqual(['2', '1', '0']);
  expect(ask('a')).toMatchObject({ kind: 'rateLimited', status: 429, retryAfterSeconds: 60 });
  expect(ask('b')).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '2', 'ratelimit-reset': '60' });
});

test('the next minute starts anew', () => {
  for (let count = 0; count < 4; count += 1) ask('a');
  clock.advance(59_000);
  expect(ask('a')).toBeInstanceOf(Problem);
  clock.advance(1_000);
  expect(ask('a')).toMatchObject({ 'ratelimit-remaining': '2' });
});

test('requests without an owner are not counted', () => {
  for (let count = 0; count < 10; count += 1) expect(ask()).toEqual({});
});

test('an endpoint with a limit of its own is counted separately', () => {
  const rare = { perMinute: 1 };
  expect(ask('a', rare)).toMatchObject({ 'ratelimit-limit': '1', 'ratelimit-remaining': '0' });
  expect(ask('a', rare)).toMatchObject({
    kind: 'rateLimited',
    message: expect.stringContaining('More than 1 request'),
  });
  expect(ask('b', rare)).toMatchObject({ 'ratelimit-remaining': '0' });
  expect(ask('a')).toMatchObject({ 'ratelimit-remaining': '2' });
});

test('a public endpoint with a limit is counted per network', () => {
  const of = (sourceIp: string) => ask(undefined, { perMinute: 1, sourceIp });
  expect(of('2001:db8:1:2::1')).toMatchObject({ 'ratelimit-remaining': '0' });
  expect(of('2001:db8:1:2::2')).toBeInstanceOf(Problem);
  expect(of('2001:db8:1:3::1')).toMatchObject({ 'ratelimit-remaining': '0' });
});
