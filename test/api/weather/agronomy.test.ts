import { expect, test } from 'vitest';
import type { AgronomyDay } from '../../../domain/weather/agronomy.ts';
import { addDays, dayOf } from '../../../domain/weather/days.ts';
import type { SprayWindow } from '../../../domain/weather/spray-windows.ts';
import { cloudClock } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { freshField } from '../zones/field.ts';
import { weatherService } from './weather.ts';

const owner = await freshOwner();
const { id: svcUserId } = await freshUser(owner);
const field = await freshField(owner, svcUserId);
const agronomy = `${weatherService}/users/${svcUserId}/weather/agronomy/field/${field.id}`;
const today = () => dayOf(cloudClock.now());

test('days reach from history into the forecast, and their sums add up', async () => {
  const { status, body, headers } = await owner.get<AgronomyDay[]>(`${agronomy}/daily`);
  expect(status).toBe(200);
  expect([body[0]?.date, body.at(-1)?.date]).toEqual([addDays(today(), -30), addDays(today(), 6)]);
  expect(body.filter(({ source }) => source === 'forecast').map(({ date }) => date)[0]).toBe(addDays(today(), -5));
  expect(body.every(({ temperatureMin, waterBalance }) => temperatureMin !== null && waterBalance !== null)).toBe(true);
  const degrees = body.reduce((sum, day) => sum + (day.growingDegreeDays ?? 0), 0);
  expect(body.at(-1)?.growingDegreeDaysSum).toBeCloseTo(degrees, 0);
  expect(headers.get('x-furrow-upstream')).toBe('stand-in');
});

test('another base or crop gives another sum', async () => {
  const sumOf = async (query: string) =>
    (await owner.get<AgronomyDay[]>(`${agronomy}/daily?${query}`)).body.at(-1)?.growingDegreeDaysSum ?? 0;
  expect(await sumOf('crop=wheat')).toBeGreaterThan(await sumOf('crop=corn'));
  expect(await sumOf('base=0&cap=35')).toBe(await sumOf('crop=wheat'));
});

test('spray windows keep to their limits', async () => {
  const { status, body } = await owner.get<SprayWindow[]>(
    `${agronomy}/spray-windows?windMin=0&windMax=100&deltaTMin=0&deltaTMax=30&dryHours=0`,
  );
  expect(status).toBe(200);
  expect(body.length).toBeGreaterThan(0);
  const strict = await owner.get<SprayWindow[]>(`${agronomy}/spray-windows?windMax=12`);
  expect(strict.body.every(({ windSpeedMin, windSpeedMax }) => windSpeedMin >= 3 && windSpeedMax <= 12)).toBe(true);
});

test.each([
  ['daily?cap=9&base=10', 'cap'],
  ['daily?base=warm', 'base'],
  ['daily?startTime=1939-01-01&endTime=1939-02-01', 'startTime'],
  ['spray-windows?windMin=20&windMax=10', 'windMin'],
  ['spray-windows?dryHours=1.5', 'dryHours'],
])('%s is refused', async (path, name) => {
  expect(expectProblem(await owner.get(`${agronomy}/${path}`), 400).fieldErrors?.[0]?.field).toBe(name);
});

test.each([
  ['a start alone that is too late', { startTime: 20 }, 'weatherOutOfReach', 'startTime'],
  ['an end alone that is too late', { endTime: 20 }, 'weatherOutOfReach', 'endTime'],
  ['a start alone that is too early', { startTime: -500 }, 'weatherRangeTooLong', 'startTime'],
])('%s is refused at the end that is wrong', async (_, ends, errorKey, name) => {
  const days = Object.entries(ends).map(([end, ahead]) => `${end}=${addDays(today(), ahead)}`);
  const problem = expectProblem(await owner.get(`${agronomy}/daily?${days}`), 400, errorKey);
  expect(problem.fieldErrors?.map(({ field: at }) => at)).toEqual([name]);
});

test('a range beyond every forecast is refused, wherever it begins', async () => {
  for (const back of [-20, 0]) {
    const query = `startTime=${addDays(today(), back)}&endTime=${addDays(today(), 11)}`;
    expectProblem(await owner.get(`${agronomy}/daily?${query}`), 400, 'weatherOutOfReach');
  }
});

test('days are also a picture', async () => {
  const path = `${weatherService}/users/${svcUserId}/weather/forecast/field/${field.id}/daily?format=svg&units=imperial`;
  const { status, headers, body } = await owner.get<string>(path);
  expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(body).toMatch(/^<svg [^>]*role="img"[\s\S]*<title[\s\S]*<\/svg>$/);
  expect(body).toContain('>Synthetic weather from a stand-in</text>');
  expect(body).toContain('°F');
});
