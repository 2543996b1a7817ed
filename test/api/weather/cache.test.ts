import { describe, expect, test } from 'vitest';
import { advance, cloudClock, control } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { disturb, forecastAt, freshLocation, timesAsked } from './weather.ts';

const owner = await freshOwner();

test('many requests for one cell call the service once, for all owners together', async () => {
  const other = await freshOwner();
  const [latitude = 0, longitude = 0] = freshLocation().split(',').map(Number);
  const before = await timesAsked();
  await disturb({ delayMilliseconds: 300 });
  const locations = Array.from({ length: 100 }, (_, index) => `${latitude + (index % 10) / 1000},${longitude}`);
  const answers = await Promise.all(
    locations.map((location, index) => forecastAt(index % 2 ? owner : other, location)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect((await timesAsked()) - before).toBe(1);
});

test('only the centre of the cell is sent', async () => {
  const [latitude, longitude] = freshLocation().split(',').map(Number) as [number, number];
  await forecastAt(owner, `${latitude + 0.0312345},${longitude - 0.0198765}`);
  const { last } = await control<{ last: string[] }>('GET', '/weather');
  const asked = new URLSearchParams(last.at(-1)?.split('?')[1]);
  expect([asked.get('latitude'), asked.get('longitude')]).toEqual([`${latitude}`, `${longitude}`]);
});

test('a model that does not cover a cell is requested for it once a day', async () => {
  const location = freshLocation();
  const refused = () => forecastAt(owner, location, '?model=metNordic');
  const before = await timesAsked();
  for (let request = 0; request < 3; request += 1) {
    const problem = expectProblem(await refused(), 400, 'weatherNotHere');
    expect(problem.fieldErrors?.[0]?.field).toBe('model');
  }
  expect((await timesAsked()) - before).toBe(1);
  expect((await forecastAt(owner, location)).status).toBe(200);
  await advance({ days: 1, minutes: 1 });
  const dayAfter = await timesAsked();
  expectProblem(await refused(), 400, 'weatherNotHere');
  expect((await timesAsked()) - dayAfter).toBe(1);
});

test('a response has its age, and its source', async () => {
  const location = freshLocation();
  const first = await forecastAt(owner, location);
  expect([first.headers.get('age'), first.headers.get('x-furrow-upstream')]).toEqual(['0', 'stand-in']);
  await advance({ minutes: 30 });
  const before = await timesAsked();
  const later = await forecastAt(owner, location);
  expect(Number(later.headers.get('age'))).toBeGreaterThanOrEqual(1800);
  expect(later.headers.get('warning')).toBeNull();
  expect(await timesAsked()).toBe(before);
  await advance({ minutes: 31 });
  expect(Number((await forecastAt(owner, location)).headers.get('age'))).toBeLessThan(60);
  expect(await timesAsked()).toBe(before + 1);
});

describe('while the service is down', () => {
  test('cached weather is served for a day with a warning, and then nothing', async () => {
    const location = freshLocation();
    const { body } = await forecastAt(owner, location);
    await advance({ minutes: 61 });
    await disturb({ status: 502 }, { status: 502 });
    const stale = await forecastAt(owner, location);
    expect([stale.status, stale.headers.get('warning')]).toEqual([200, '110 - "Response is Stale"']);
    expect(Number(stale.headers.get('age'))).toBeGreaterThan(3600);
    expect(stale.body).toEqual(body);

    await advance({ minutes: 23 * 60 });
    await disturb({ status: 502 }, { status: 502 });
    expect((await forecastAt(owner, location)).headers.get('warning')).not.toBeNull();
    await advance({ minutes: 60 });
    await disturb({ status: 502 }, { status: 502 });
    const nothing = await forecastAt(owner, location);
    expectProblem(nothing, 503, 'weatherUnavailable');
    expect(nothing.headers.get('x-furrow-upstream')).toBe('stand-in');
    expect(Number(nothing.headers.get('retry-after'))).toBeGreaterThan(0);
    await advance({ minutes: 2 });
    expect((await forecastAt(owner, location)).headers.get('warning')).toBeNull();
  });

  test.each([
    ['for as long as Retry-After says', { 'retry-after': '120' }, 120],
    ['for a minute without Retry-After', {}, 60],
    ['for a minute when Retry-After is no time', { 'retry-after': 'soon' }, 60],
    [
      'until a date in Retry-After',
      { 'retry-after': 'Fri, 01 Jan 2027 00:03:00 GMT', date: 'Fri, 01 Jan 2027 00:00:00 GMT' },
      180,
    ],
    ['for a quarter of an hour at most', { 'retry-after': 'Wed, 21 Oct 2099 07:28:00 GMT' }, 900],
  ])('it is not called %s', async (_, headers, seconds) => {
    await disturb({ status: 429, headers });
    const refused = await forecastAt(owner, freshLocation());
    expectProblem(refused, 503, 'weatherUnavailable');
    expect(Number(refused.headers.get('retry-after'))).toBe(seconds);
    const before = await timesAsked();
    expectProblem(await forecastAt(owner, freshLocation()), 503, 'weatherUnavailable');
    expect(await timesAsked()).toBe(before);
    await advance({ seconds: seconds + 1 });
    expect((await forecastAt(owner, freshLocation())).status).toBe(200);
  });
});

describe('one failed response', () => {
  test('is asked for once more, and nobody sees it', async () => {
    const before = await timesAsked();
    await disturb({ status: 502 });
    const { status, headers } = await forecastAt(owner, freshLocation());
    expect([status, headers.get('warning'), (await timesAsked()) - before]).toEqual([200, null, 2]);
  });

  test('of one cell leaves the others alone, and those of several pause the host', async () => {
    const twice = [{ status: 502 }, { status: 502 }];
    // Failures are counted by the minute.
    await advance({ seconds: 60 - (Math.floor(cloudClock.now() / 1_000) % 60) });
    const failed = freshLocation();
    await disturb(...twice);
    expectProblem(await forecastAt(owner, failed), 503, 'weatherUnavailable');
    const before = await timesAsked();
    expectProblem(await forecastAt(owner, failed), 503, 'weatherUnavailable');
    expect(await timesAsked()).toBe(before);
    expect((await forecastAt(owner, freshLocation())).status).toBe(200);
    for (let cell = 0; cell < 2; cell += 1) {
      await disturb(...twice);
      expectProblem(await forecastAt(owner, freshLocation()), 503, 'weatherUnavailable');
    }
    const paused = await timesAsked();
    const refused = await forecastAt(owner, freshLocation());
    expectProblem(refused, 503, 'weatherUnavailable');
    expect([Number(refused.headers.get('retry-after')) <= 30, await timesAsked()]).toEqual([true, paused]);
    await advance({ seconds: 61 });
    expect((await forecastAt(owner, failed)).status).toBe(200);
  });
});

test('a response has the point and the elevation that it is of', async () => {
  const [latitude, longitude] = freshLocation().split(',').map(Number) as [number, number];
  const at = `${latitude + 0.02},${longitude - 0.02}`;
  const { headers } = await forecastAt(owner, at);
  expect(headers.get('x-weather-point')).toBe(`${latitude},${longitude}`);
  expect(headers.get('x-weather-elevation')).toMatch(/^-?\d+/);
  const before = await timesAsked();
  const high = await forecastAt(owner, at, '?elevation=312.4');
  expect(high.headers.get('x-weather-elevation')).toBe('310');
  expect((await forecastAt(owner, at, '?elevation=308')).headers.get('x-weather-elevation')).toBe('310');
  expect((await timesAsked()) - before).toBe(1);
  const { last } = await control<{ last: string[] }>('GET', '/weather');
  expect(new URLSearchParams(last.at(-1)?.split('?')[1]).get('elevation')).toBe('310');
});

describe('an invalid response of the service', () => {
  test.each([
    ['not JSON', { body: 'nan' }],
    ['half of one', { isCut: true }],
    ['without a variable', { without: ['precipitation_sum'] }],
    ['without its hours', { without: ['hourly'] }],
    [
      'without any variable',
      { body: JSON.stringify({ utc_offset_seconds: 0, hourly: { time: [] }, daily: { time: [] } }) },
    ],
    ['of another zone', { body: JSON.stringify({ utc_offset_seconds: 3600, hourly: { time: [] } }) }],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
    ['a refusal of our key', { status: 403, body: '{"error":true,"reason":"secret"}' }],
    ['an error with its reason', { status: 400, body: '{"error":true,"reason":"secret"}' }],
  ])('is 503 when it is %s, and nothing of it is shown or stored', async (_, disturbance) => {
    const location = freshLocation();
    // A response that breaks off is asked for once more.
    await disturb(...('isCut' in disturbance ? [disturbance, disturbance] : [disturbance]));
    const problem = expectProblem(await forecastAt(owner, location), 503, 'weatherUnavailable');
    expect(JSON.stringify(problem)).not.toMatch(/secret|127\.0\.0\.1|open-meteo/i);
    await advance({ minutes: 2 });
    expect((await forecastAt(owner, location)).status).toBe(200);
  });

  test('is 503 when it does not come', { timeout: 60_000 }, async () => {
    const location = freshLocation();
    await disturb({ delayMilliseconds: 20_000 });
    // A second request waits for the first, and ends with it.
    const answers = await Promise.all([forecastAt(owner, location), forecastAt(owner, location)]);
    for (const answer of answers) expectProblem(answer, 503, 'weatherUnavailable');
    await advance({ minutes: 2 });
    expect((await forecastAt(owner, location)).status).toBe(200);
  });
});
