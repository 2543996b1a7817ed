import { expect, test } from 'vitest';
import { newId } from '../../../adapters/system.ts';
import { overlayHectares } from '../../../domain/geometry/overlay-area.ts';
import type { RangeConsumption } from '../../../domain/usage/consumption/consumption.ts';
import { dayOf } from '../../../domain/weather/days.ts';
import { advance, cloudClock } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { fieldsPath, squareAt } from '../fields/field.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { contractsOf, contractsPath, hectares, reportOf, untilCounted, writeFact } from './usage.ts';

const configs = '/services/config/api/configs';

async function ownerWithFields() {
  const owner = await freshOwner();
  await owner.call('PATCH', configs, hectares);
  const [ada, ben] = [await freshUser(owner), await freshUser(owner)];
  const [west, east] = [squareAt(10.01, 50.01), squareAt(10.015, 50.01)];
  await owner.post(fieldsPath(ada.id), { geometry: west });
  await owner.post(fieldsPath(ben.id), { geometry: east });
  await untilCounted();
  return { owner, ada: ada.id, ben: ben.id, one: overlayHectares(west) };
}

test('contracts appear with the first use, and count the ground of each user and that of all without overlaps', async () => {
  const nobody = await freshOwner();
  expect((await nobody.get(contractsPath)).body).toEqual([]);

  const { owner, ada, ben, one } = await ownerWithFields();
  const today = dayOf(cloudClock.now());
  const { contract, daily, range, ofUser, path } = await reportOf(owner, 'FIELDS_BOUNDARY');
  expect(contract).toEqual({
    id: expect.any(String),
    product: 'FIELDS_BOUNDARY',
    startDate: `${today}T00:00:00.000Z`,
    endDate: expect.stringMatching(/T00:00:00\.000Z$/),
    region: null,
  });
  expect((await owner.get(`${contractsPath}/${contract.id}`)).body).toEqual(contract);

  const { areaUnit, date, totalUniqueArea, svcUsersAreas } = await daily();
  expect({ areaUnit, date }).toEqual({ areaUnit: 'Hectare', date: `${today}T00:00:00.000Z` });
  // The fields share half of each other.
  expect(totalUniqueArea / one).toBeCloseTo(1.5, 5);
  expect(svcUsersAreas.map(({ svcUserId }) => svcUserId).sort()).toEqual([ada, ben].sort());
  for (const { totalArea } of svcUsersAreas) expect(totalArea / one).toBeCloseTo(1, 5);
  const [first] = (await range()).areaPerDay;
  expect(first).toEqual({ date, totalArea: totalUniqueArea, dailyArea: totalUniqueArea });
  expect((await ofUser(ada))[0]?.totalArea).toBe(svcUsersAreas.find(({ svcUserId }) => svcUserId === ada)?.totalArea);
  const literal = await owner.get<RangeConsumption>(`${path}/leaf-user/${ben}`);
  expect(literal.body.areaPerDay).toEqual(await ofUser(ben));
  expect(literal.headers.get('usage-pending')).toBe('0');

  for (const product of ['AUDIT_FIELDS_BOUNDARY', 'UNIFIED_AREA'] as const) {
    expect((await (await reportOf(owner, product)).daily()).totalUniqueArea).toBe(totalUniqueArea);
  }
  expect((await owner.get<unknown[]>(contractsPath)).body).toHaveLength(3);
});

test('a day without anything new adds nothing, a deleted field stays counted, and the audit shows what is there', async () => {
  const { owner, ada, one } = await ownerWithFields();
  const first = dayOf(cloudClock.now());
  const { body: fields } = await owner.get<{ id: string }[]>(`/services/fields/api/fields?svcUserId=${ada}`);
  await advance({ days: 2 });
  await owner.call('DELETE', fieldsPath(ada, `/${fields[0]?.id}`));
  await untilCounted();
  const processed = await reportOf(owner, 'FIELDS_BOUNDARY');
  expect((await processed.range()).areaPerDay.map(({ dailyArea }) => dailyArea > 0)).toEqual([true, false, false]);
  expect((await processed.daily()).totalUniqueArea / one).toBeCloseTo(1.5, 5);
  const audit = await reportOf(owner, 'AUDIT_FIELDS_BOUNDARY');
  expect((await audit.daily()).totalUniqueArea / one).toBeCloseTo(1, 5);
  expect((await audit.daily(`${first}T12:00:00.000Z`)).totalUniqueArea / one).toBeCloseTo(1.5, 5);
  expect((await audit.range()).areaPerDay.at(-1)?.dailyArea).toBeLessThan(0);
});

test('the second work of the same ground is nothing new, in any order, and the next term begins anew', async () => {
  const owner = await freshOwner();
  await owner.call('PATCH', configs, hectares);
  const { id: svcUserId } = await freshUser(owner);
  const ground = squareAt(20.01, 40.01);
  const one = overlayHectares(ground);
  const start = cloudClock.now();
  const day = (index: number) => dayOf(start + index * 86_400_000);
  const work = (on: string, shape = ground) =>
    writeFact(owner, { svcUserId, product: 'machineFiles', day: on, sourceId: newId() }, shape);
  await work(day(0));
  await untilCounted();
  await work(day(3));
  await work(day(2), squareAt(20.02, 40.01));
  await untilCounted();
  await advance({ days: 3 });
  // Late: half of it is what day 2 counted.
  await work(day(1), squareAt(20.015, 40.01));
  await untilCounted();
  const { range, path } = await reportOf(owner, 'OPERATIONS_FILE');
  const news = (await range()).areaPerDay.map(({ dailyArea }) => dailyArea / one);
  for (const [index, expected] of [1, 0.5, 0.5, 0].entries()) expect(news[index]).toBeCloseTo(expected, 5);

  const { headers, body: csv } = await owner.get<string>(`${path}/api-owner`, { headers: { accept: 'text/csv' } });
  expect(headers.get('content-type')).toMatch(/^text\/csv/);
  expect(csv.split('\r\n').slice(0, 2)).toEqual([
    'date,totalArea,dailyArea,areaUnit',
    expect.stringMatching(new RegExp(`^${day(0)},\\d+\\.\\d+,\\d+\\.\\d+,Hectare$`)),
  ]);
  const svg = await owner.get<string>(`${path}/api-owner`, { headers: { accept: 'image/svg+xml' } });
  expect(svg.headers.get('content-type')).toBe('image/svg+xml');
  expect(svg.body).toMatch(/^<svg [^>]*viewBox/);
  expect(svg.body.match(/<rect /g)).toHaveLength(1 + 3);

  await work(day(400));
  await untilCounted();
  const terms = await contractsOf(owner, 'OPERATIONS_FILE');
  expect(terms.map(({ startDate }) => startDate.slice(5))).toEqual(
    [day(0), day(0)].map((on) => `${on.slice(5)}T00:00:00.000Z`),
  );
});

test('a range that begins before the first use is cut, and one over the yearly renewal goes on in the next term', async () => {
  const owner = await freshOwner();
  await owner.call('PATCH', configs, hectares);
  const { id: svcUserId } = await freshUser(owner);
  const ground = squareAt(21.01, 40.01);
  const one = overlayHectares(ground);
  const start = cloudClock.now();
  const day = (index: number) => dayOf(start + index * 86_400_000);
  const work = async (on: string) => {
    await writeFact(owner, { svcUserId, product: 'machineFiles', day: on, sourceId: newId() }, ground);
    await untilCounted();
  };
  await work(day(0));
  const { range: ofFirst, contract } = await reportOf(owner, 'OPERATIONS_FILE');
  const { areaPerDay } = await ofFirst(`?startTime=${day(-20)}&endTime=${day(10)}`);
  expect(areaPerDay.map(({ date }) => date.slice(0, 10))).toEqual([day(0)]);

  // In either term, the same days have the same figures; the ground of before is new again.
  const second = Math.round((Date.parse(contract.endDate) - Date.parse(contract.startDate)) / 86_400_000) + 1;
  await advance({ days: second + 2 });
  await work(day(second + 1));
  const asked = `?startTime=${day(second - 2)}&endTime=${day(second + 1)}`;
  const [before, after] = await contractsOf(owner, 'OPERATIONS_FILE');
  for (const { id } of [before, after].filter((of) => of !== undefined)) {
    const path = `${contractsPath}/${id}/consumption`;
    for (const of of ['api-owner', `svc-user/${svcUserId}`]) {
      const { body } = await owner.get<RangeConsumption>(`${path}/${of}${asked}`);
      expect(body.areaPerDay.map(({ date }) => date.slice(0, 10))).toEqual(
        [-2, -1, 0, 1].map((at) => day(second + at)),
      );
      const totals = body.areaPerDay.map(({ totalArea }) => totalArea / one);
      for (const [index, expected] of [1, 1, 0, 1].entries()) expect(totals[index]).toBeCloseTo(expected, 5);
    }
  }
});

test('areas are in acres unless the owner wants hectares', async () => {
  const { owner } = await ownerWithFields();
  const { daily } = await reportOf(owner, 'UNIFIED_AREA');
  const { totalUniqueArea } = await daily();
  await owner.call('PATCH', configs, { json: { usageAreaUnit: 'Acre' } });
  const acres = await daily();
  expect(acres.areaUnit).toBe('Acre');
  expect(acres.totalUniqueArea / totalUniqueArea).toBeCloseTo(2.4710538, 5);
});

test('days outside of the term, impossible ones and ranges that end before they begin are refused; others do not see a contract', async () => {
  const { owner, ada } = await ownerWithFields();
  const { contract, path } = await reportOf(owner, 'FIELDS_BOUNDARY');
  const today = contract.startDate.slice(0, 10);
  expectProblem(await owner.get(`${path}?timestamp=2001-01-01T00:00:00.000Z`), 400, 'outsideContract');
  expectProblem(await owner.get(`${path}?timestamp=${dayOf(cloudClock.now() + 86_400_000)}`), 400, 'outsideContract');
  expectProblem(await owner.get(`${path}?timestamp=2026-02-30`), 400, 'invalid');
  expectProblem(await owner.get(`${path}/api-owner?startTime=2001-01-01&endTime=2001-02-01`), 400, 'outsideContract');
  expectProblem(
    await owner.get(`${path}/api-owner?startTime=${today}T12:00:00.000Z&endTime=${today}T11:00:00.000Z`),
    400,
    'invalid',
  );
  const stranger = await freshOwner();
  for (const rest of ['', '/consumption', '/consumption/api-owner', `/consumption/svc-user/${ada}`]) {
    expect((await stranger.get(`${contractsPath}/${contract.id}${rest}`)).status).toBe(404);
  }
  expectProblem(await stranger.get(`${contractsPath}/${contract.id}`), 404, 'contractNotFound');
  expectProblem(await owner.get(`${path}/svc-user/${newId()}`), 404, 'userNotFound');
});
