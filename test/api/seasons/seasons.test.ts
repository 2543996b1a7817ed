import { describe, expect, test } from 'vitest';
import { activityTypes, type Season } from '../../../domain/seasons/season.ts';
import { idle, table } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { fieldsService } from '../growers/grower.ts';
import { freshOwner } from '../owner.ts';
import { followNext } from '../pages.ts';
import { itemsNaming } from '../stored.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { freshField } from '../zones/field.ts';
import { freshSeason } from './season.ts';

const owner = await freshOwner();
const { id: svcUserId } = await freshUser(owner);
const [north, south] = [
  await freshField(owner, svcUserId, { id: 'north' }),
  await freshField(owner, svcUserId, { id: 'north-2' }),
];
const seasons = `${fieldsService}/users/${svcUserId}/seasons`;
const stranger = '01890a5d-ac96-774b-bcce-b302099a8057';
const valid = { name: 'Wheat', fieldId: north.id, startDate: '2026-04-01', endDate: '2026-08-31' };
const listed = async (query = '') => (await owner.get<Season[]>(`${seasons}${query}`)).body;

describe('creating a season', () => {
  test('stores what was sent', async () => {
    const wanted = { ...valid, crop: 'wheat', activityTypes: [...activityTypes] };
    const { status, body } = await owner.post<Season>(seasons, wanted);
    expect(status).toBe(201);
    expect(body).toEqual({ ...wanted, id: body.id, svcUserId, createdTime: body.createdTime });
    expect(await listed(`?fieldId=${north.id}`)).toContainEqual(body);
  });

  test('accepts null for unknown values', async () => {
    const { body } = await owner.post<Season>(seasons, { ...valid, crop: null, activityTypes: null });
    expect(body).toMatchObject({ activityTypes: [] });
    expect(body).not.toHaveProperty('crop');
  });

  test('accepts a single day', async () => {
    const { status } = await owner.post(seasons, { ...valid, endDate: valid.startDate });
    expect(status).toBe(201);
  });

  test.each([
    [{ endDate: '2026-03-31' }, 'endDate'],
    [{ startDate: '2026-02-30' }, 'startDate'],
    [{ startDate: '2026-04-01T00:00:00Z' }, 'startDate'],
    [{ startDate: '01.04.2026' }, 'startDate'],
    [{ name: ' ' }, 'name'],
    [{ crop: '' }, 'crop'],
    [{ activityTypes: ['Sowing'] }, 'activityTypes.0'],
    [{ activityTypes: ['Tillage', 'Tillage'] }, 'activityTypes'],
    [{ fieldId: 'not an id' }, 'fieldId'],
    [{ year: 2026 }, 'year'],
  ])('refuses %j', async (wrong, field) => {
    const problem = expectProblem(await owner.post(seasons, { ...valid, ...wrong }), 400);
    expect(problem.fieldErrors?.[0]?.field).toBe(field);
  });

  test('is 404 without the user or the field', async () => {
    expectProblem(await owner.post(`${fieldsService}/users/${stranger}/seasons`, valid), 404, 'userNotFound');
    expectProblem(await owner.post(seasons, { ...valid, fieldId: 'elsewhere' }), 404, 'fieldNotFound');
    const other = await freshUser(owner);
    expectProblem(await owner.post(`${fieldsService}/users/${other.id}/seasons`, valid), 404, 'fieldNotFound');
  });
});

test('seasons are listed by field, and in the requested order', async () => {
  const { id } = await freshUser(owner);
  const [first, second] = [await freshField(owner, id, { id: 'a' }), await freshField(owner, id, { id: 'b' })];
  for (const [fieldId, name, startDate] of [
    [second.id, 'Rye', '2026-01-01'],
    [first.id, 'oats', '2026-03-01'],
    [first.id, 'Barley', '2026-02-01'],
  ] as const) {
    await freshSeason(owner, id, fieldId, { name, startDate });
  }
  const path = `${fieldsService}/users/${id}/seasons`;
  const names = async (query: string) => (await owner.get<Season[]>(`${path}?${query}`)).body.map(({ name }) => name);
  expect(await names('')).toEqual(['oats', 'Barley', 'Rye']);
  expect(await names('fieldId=a')).toEqual(['oats', 'Barley']);
  expect(await names('fieldId=nowhere')).toEqual([]);
  expect(await names('sort=name')).toEqual(['Barley', 'oats', 'Rye']);
  expect(await names('sort=startDate,desc')).toEqual(['oats', 'Barley', 'Rye']);
  expect((await followNext<Season>(owner, `${path}?size=1`)).map(({ name }) => name)).toEqual([
    'oats',
    'Barley',
    'Rye',
  ]);
});

test('a season can be deleted once', async () => {
  const season = await freshSeason(owner, svcUserId, south.id);
  const other = await freshUser(owner);
  expectProblem(
    await owner.call('DELETE', `${fieldsService}/users/${other.id}/seasons/${season.id}`),
    404,
    'seasonNotFound',
  );
  expect((await owner.call('DELETE', `${seasons}/${season.id}`)).status).toBe(204);
  expectProblem(await owner.call('DELETE', `${seasons}/${season.id}`), 404, 'seasonNotFound');
  expect(await listed(`?fieldId=${south.id}`)).toEqual([]);
});

test('seasons are deleted with their field, and a new field of its id has none', async () => {
  await freshField(owner, svcUserId, { id: 'brief' });
  const season = await freshSeason(owner, svcUserId, 'brief');
  expect((await owner.call('DELETE', `${fieldsService}/users/${svcUserId}/fields/brief`)).status).toBe(204);
  expect(await listed('?fieldId=brief')).toEqual([]);
  await freshField(owner, svcUserId, { id: 'brief' });
  expect(await listed('?fieldId=brief')).toEqual([]);
  expectProblem(await owner.call('DELETE', `${seasons}/${season.id}`), 404, 'seasonNotFound');
});

test('seasons are deleted with their user', async () => {
  const { id } = await freshUser(owner);
  await freshField(owner, id, { id: 'gone' });
  const season = await freshSeason(owner, id, 'gone');
  expect((await owner.call('DELETE', `${usersPath}/${id}`)).status).toBe(204);
  expectProblem(await owner.get(`${fieldsService}/users/${id}/seasons`), 404, 'userNotFound');
  await idle();
  expect(await itemsNaming(table('fields'), season.id)).toEqual([]);
});
