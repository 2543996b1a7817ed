import { expect, test } from 'vitest';
import type { UsageFact } from '../../../domain/usage/usage-fact.ts';
import { dayOf } from '../../../domain/weather/days.ts';
import { advance, cloudClock } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { usageOf } from '../machine-files/stored-records.ts';
import { freshOwner } from '../owner.ts';
import { itemsOf, tracesOf, untilErased } from '../users/erasure.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { freshField } from '../zones/field.ts';
import { disturb, forecastAt, weatherService } from './weather.ts';

const owner = await freshOwner();

async function freshFieldOfUser(id?: string) {
  const { id: svcUserId } = await freshUser(owner);
  const field = await freshField(owner, svcUserId, id ? { id } : {});
  return { svcUserId, field, ofField: `${weatherService}/users/${svcUserId}/weather` };
}

const weatherOf = async (svcUserId: string) =>
  (await usageOf(svcUserId)).filter(({ product }) => product === 'fieldWeather');

test('the weather of a field counts once a day, with its area, for any number of requests', async () => {
  const { svcUserId, field, ofField } = await freshFieldOfUser();
  const paths = [
    `forecast/field/${field.id}/daily`,
    `forecast/field/${field.id}/daily?format=svg`,
    `historical/field/${field.id}/hourly`,
    `agronomy/field/${field.id}/daily`,
    `agronomy/field/${field.id}/spray-windows`,
  ];
  const day = dayOf(cloudClock.now());
  const answers = await Promise.all(paths.map((path) => owner.get(`${ofField}/${path}`)));
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  const fact = {
    ownerId: owner.owner.id,
    svcUserId,
    product: 'fieldWeather',
    day,
    sourceId: field.id,
    areaHectares: field.area?.value,
  };
  expect(field.area?.value).toBeGreaterThan(0);
  expect(await weatherOf(svcUserId)).toEqual([fact]);

  await advance({ days: 1 });
  await owner.get(`${ofField}/${paths[0]}`);
  expect((await weatherOf(svcUserId)).map((each) => each.day).sort()).toEqual([day, dayOf(cloudClock.now())]);
});

test('a failed request does not count, nor does the weather of a location', async () => {
  const { svcUserId, field, ofField } = await freshFieldOfUser();
  const path = `${ofField}/forecast/field/${field.id}/daily`;
  expectProblem(await owner.get(`${path}?startTime=1999-01-01`), 400, 'weatherOutOfReach');
  expectProblem(await owner.get(`${path}?model=metNordic`), 400, 'weatherNotHere');
  // A failed call is repeated once.
  await disturb({ status: 503 }, { status: 503 });
  expectProblem(await owner.get(`${path}?model=icon`), 503, 'weatherUnavailable');
  await advance({ minutes: 2 });
  expect((await forecastAt(owner, '42.0003,-93.6093')).status).toBe(200);
  expect(await weatherOf(svcUserId)).toEqual([]);
});

test('erasing a user leaves day and area of the weather of their fields, under names that identify nobody', async () => {
  const id = `north-of-ada-${cloudClock.now()}`;
  const { svcUserId, field, ofField } = await freshFieldOfUser(id);
  await owner.get(`${ofField}/forecast/field/${field.id}/daily`);
  const [before] = await weatherOf(svcUserId);
  expect(before?.sourceId).toBe(id);
  expect((await owner.call('DELETE', `${usersPath}/${svcUserId}`)).status).toBe(204);
  await untilErased();

  expect(await tracesOf(svcUserId)).toEqual([`users ${owner.owner.id}#${svcUserId} ${svcUserId}`]);
  const erased: UsageFact[] = [];
  for await (const item of itemsOf('usage')) {
    expect(JSON.stringify(item)).not.toContain(id);
    const fact = item.fact as UsageFact;
    const isErased = fact.ownerId === owner.owner.id && fact.svcUserId.startsWith('erased-');
    if (isErased && fact.product === 'fieldWeather') erased.push(fact);
  }
  expect(erased).toEqual([{ ...before, svcUserId: expect.any(String), sourceId: expect.any(String) }]);
});
