import { beforeEach, expect, test } from 'vitest';
import { notFound, Problem } from '../../../domain/errors.ts';
import type { Routed } from '../../../functions/http/exchange.ts';
import { secretLimit } from '../../../functions/http/steps/rate-limit.ts';
import { movableClock } from '../../../local/clock.ts';

const clock = movableClock();
let step: ReturnType<typeof secretLimit>;
beforeEach(() => {
  step = secretLimit({ clock, networkOf: (address) => address });
});

const known = ['good', 'other'];

/** One request with a secret, or with a body that cannot be parsed: what it ends with, and the headers that it gets. */
function ask(linkId: string | undefined, sourceIp = '10.0.0.1') {
  const secret = { name: 'linkId', unknown: 'linkNotFound' };
  const exchange = {
    request: { sourceIp },
    route: { operationId: 'open', endpoint: { perMinute: 3, secret } },
    answerHeaders: {},
  } as unknown as Routed;
  const left = () => exchange.answerHeaders['ratelimit-remaining'];
  try {
    if (linkId === undefined) throw new Problem('invalid', 'The body is not valid.');
    exchange.input = { params: {}, query: {}, asked: undefined, body: { linkId } };
    step.use(exchange);
    if (!known.includes(linkId)) throw notFound('link', linkId);
    return { ended: 'opened', left: left() };
  } catch (error) {
    const answered = step.guess(exchange, error) as Problem;
    return { ended: answered.errorKey, left: left() };
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
