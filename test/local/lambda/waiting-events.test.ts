import { expect, test } from 'vitest';
import { clientTime } from '../../../local/lambda/client-time.ts';
import { waitingEvents } from '../../../local/lambda/waiting-events.ts';

/** Four instances, and a clock that is moved by hand. */
function instances() {
  let now = 0;
  const clock = () => now;
  const events = waitingEvents<{ client: string }>(4, { time: clientTime(clock), now: clock });
  const push = (...clients: string[]) => {
    for (const client of clients) events.push({ client });
  };
  const next = () => {
    const event = events.next();
    return event && { client: event.client, end: () => events.ended(event) };
  };
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { push, next, pass, ready: () => events.ready() };
}

/** Lets clients have an instance for so many milliseconds, one after the other. */
function after(...had: [client: string, milliseconds: number][]) {
  const shared = instances();
  for (const [client, milliseconds] of had) {
    shared.push(client);
    const event = shared.next();
    shared.pass(milliseconds);
    event?.end();
  }
  return shared;
}

const greedy = (...clients: string[]) => after(...clients.map((client): [string, number] => [client, 10_000]));

test('the last instance is kept for a client that has nothing and has had little, however many others wait', () => {
  const { push, next, ready } = greedy('a', 'b', 'c', 'd', 'e');
  push('a', 'b', 'c', 'd', 'e');
  expect([next(), next(), next(), next()].map((event) => event?.client)).toEqual(['a', 'b', 'c', undefined]);
  expect(ready()).toBe(0);
  push('stranger');
  expect(ready()).toBe(1);
  expect(next()?.client).toBe('stranger');
  expect(next()).toBeUndefined();
});

test('of clients with as many running events, the one that has had the least comes first', () => {
  const { push, next } = after(['a', 20_000], ['b', 20_000], ['c', 5_000]);
  push('a', 'b', 'c', 'd');
  expect([next(), next(), next(), next()].map((event) => event?.client)).toEqual(['d', 'c', 'a', undefined]);
});

test('what a client has had is forgotten after a while', () => {
  const { push, next, pass } = greedy('a', 'b', 'c', 'd');
  pass(10 * 60_000);
  push('a', 'b', 'c', 'd');
  expect([next(), next(), next(), next()].map((event) => event?.client)).toEqual(['a', 'b', 'c', 'd']);
});

test('a client alone has all instances but one', () => {
  const { push, next } = instances();
  push('a', 'a', 'a', 'a');
  expect([next(), next(), next(), next()].map((event) => event?.client)).toEqual(['a', 'a', 'a', undefined]);
});

test('the last instance is not for a client that has more waiting, even if it has had nothing yet', () => {
  const { push, next } = instances();
  push('a', 'a', 'b', 'b', 'c', 'c', 'd', 'd', 'stranger');
  expect([next(), next(), next(), next()].map((event) => event?.client)).toEqual(['a', 'b', 'c', 'stranger']);
});
