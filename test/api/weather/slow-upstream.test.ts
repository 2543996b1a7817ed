import { expect, test } from 'vitest';
import { addDays, dayOf } from '../../../domain/weather/days.ts';
import { advance, cloudClock } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { freshField } from '../zones/field.ts';
import { disturb, forecastAt, freshLocation, weatherService } from './weather.ts';

const owner = await freshOwner();
const today = () => dayOf(cloudClock.now());

/** API Gateway gives up after 30 s and Lambda after 29; this leaves time for a cold start. */
const limitMilliseconds = 26_000;

async function timed<T>(request: Promise<T>): Promise<{ answer: T; milliseconds: number }> {
  const begun = performance.now();
  const answer = await request;
  return { answer, milliseconds: performance.now() - begun };
}

test('history and forecast are requested together, so that two slow hosts take no longer than one', {
  timeout: 60_000,
}, async () => {
  const { id } = await freshUser(owner);
  const [latitude = 0, longitude = 0] = freshLocation().split(',').map(Number);
  const ring = [
    [0, 0],
    [0.01, 0],
    [0.01, 0.01],
    [0, 0],
  ].map(([east = 0, north = 0]) => [longitude + east, latitude + north]);
  const field = await freshField(owner, id, { geometry: { type: 'MultiPolygon', coordinates: [[ring]] } });
  await disturb({ delayMilliseconds: 13_000 }, { delayMilliseconds: 30_000 });
  const path = `${weatherService}/users/${id}/weather/agronomy/field/${field.id}/daily`;
  const { answer, milliseconds } = await timed(owner.get(path));
  expectProblem(answer, 503, 'weatherUnavailable');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(milliseconds).toBeLessThan(limitMilliseconds);
  await advance({ minutes: 2 });
  expect((await owner.get(path)).status).toBe(200);
});

test('a request that has waited for another one is still answered in time', { timeout: 60_000 }, async () => {
  const location = freshLocation();
  const month = (back: number) => {
    const day = addDays(today(), -back);
    return owner.get(`${weatherService}/weather/historical/daily/${location}?startTime=${day}&endTime=${day}`);
  };
  await disturb({ delayMilliseconds: 13_000 }, { delayMilliseconds: 30_000 });
  const answers = await Promise.all([timed(month(400)), timed(month(800))]);
  for (const { milliseconds } of answers) expect(milliseconds).toBeLessThan(limitMilliseconds);
  expect(answers.map(({ answer }) => answer.status).sort()).toEqual([200, 503]);
  const refused = answers.find(({ answer }) => answer.status === 503)?.answer;
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  await advance({ minutes: 2 });
});

test('while the service is slow, cached weather is served in time', { timeout: 60_000 }, async () => {
  const location = freshLocation();
  await forecastAt(owner, location);
  await advance({ minutes: 61 });
  await disturb({ delayMilliseconds: 30_000 });
  const { answer, milliseconds } = await timed(forecastAt(owner, location));
  expect([answer.status, answer.headers.get('warning')]).toEqual([200, '110 - "Response is Stale"']);
  expect(milliseconds).toBeLessThan(limitMilliseconds);
  await advance({ minutes: 2 });
});
