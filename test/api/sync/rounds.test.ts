import { expect, test } from 'vitest';
import type { Farm } from '../../../domain/farms/farm.ts';
import type { Grower } from '../../../domain/growers/grower.ts';
import { freshOwner } from '../owner.ts';
import { bowTieAt, connectedUser, freshProvider, squareAt } from './connected-user.ts';

const owner = await freshOwner();
const provider = await freshProvider();
const service = '/services/fields/api';
const wholeFields = { customDataSync: false };

test("a round fetches growers, farms, fields and boundaries with the provider's members", async () => {
  const user = await connectedUser(owner, provider, wholeFields);
  const { svcUserId, account } = user;
  account.putOrganization({
    id: 'org-7',
    name: 'Meadow',
    managementUri: 'https://provider.example/connections-dialog',
  });
  account.putGrower('g-1', { name: 'Meadow Farming' });
  account.putFarm('f-1', { name: 'North', growerId: 'g-1' });
  account.putField('p-1', { name: 'Long Acre', farmId: 'f-1', organizationId: 'org-7' });
  account.putBoundary('p-1', { id: 'b-1', active: true, geometry: squareAt(10) });
  await user.sync();

  const { body: growers } = await owner.get<Grower[]>(`${service}/growers?svcUserId=${svcUserId}`);
  const { body: farms } = await owner.get<Farm[]>(`${service}/farms?svcUserId=${svcUserId}`);
  const field = await user.field('p-1');
  const [grower, farm] = [growers[0], farms[0]];
  const provided = { svcUserId, providerName: 'JohnDeere', providerId: 2 };
  expect(growers).toMatchObject([
    { ...provided, name: 'Meadow Farming', providerGrowerId: 'g-1', farmIds: [farm?.id] },
  ]);
  expect(farms).toMatchObject([
    {
      ...provided,
      name: 'North',
      providerFarmName: 'North',
      providerFarmId: 'f-1',
      growerId: grower?.id,
      fieldIds: [field.id],
    },
  ]);
  expect(field).toMatchObject({
    ...provided,
    providerFieldId: 'p-1',
    providerFieldName: 'Long Acre',
    providerBoundaryId: 'b-1',
    organizationId: 'org-7',
    farmId: farm?.id,
    type: 'ORIGINAL',
    status: 'PROCESSED',
    geometry: squareAt(10),
  });
  expect(await user.boundaries(field.id)).toMatchObject([
    {
      id: field.boundaries[0],
      status: 'ACTIVE',
      providerStatus: 'ACTIVE',
      providerBoundaryId: 'b-1',
      validity: 'VALID',
    },
  ]);
});

test('later rounds fetch only what has changed since', async () => {
  const user = await connectedUser(owner, provider, wholeFields);
  user.account.putField('p-1', { name: 'Before' });
  user.account.putBoundary('p-1', { id: 'b-1', active: true, geometry: squareAt(10) });
  user.account.putField('p-2', { name: 'Untouched' });
  user.account.putBoundary('p-2', { id: 'b-2', active: true, geometry: squareAt(11) });
  await user.sync();
  const untouched = await user.field('p-2');

  user.account.putField('p-1', { name: 'After' });
  user.account.putBoundary('p-1', { id: 'b-1', active: true, geometry: squareAt(10.5) });
  provider.asked.length = 0;
  await user.sync();
  const field = await user.field('p-1');
  expect(field).toMatchObject({ name: 'After', geometry: squareAt(10.5) });
  expect((await user.boundaries(field.id)).map(({ status }) => status)).toEqual(['OUTDATED_ON_PROVIDER', 'ACTIVE']);
  expect(await user.field('p-2')).toEqual(untouched);
  expect(provider.asked.filter((path) => path.endsWith('/boundaries'))).toEqual([
    `/${user.svcUserId}/fields/p-1/boundaries`,
  ]);
});

test('records deleted at the provider stay as history', async () => {
  const user = await connectedUser(owner, provider, wholeFields);
  user.account.putField('p-1', { name: 'Sold' });
  user.account.putBoundary('p-1', { id: 'b-1', active: true, geometry: squareAt(10) });
  await user.sync();
  user.account.remove('fields', 'p-1');
  await user.sync();
  const field = await user.field('p-1');
  expect(field).not.toHaveProperty('geometry');
  expect(field).not.toHaveProperty('area');
  expect(await user.boundaries(field.id)).toMatchObject([{ status: 'DELETED_ON_PROVIDER', providerStatus: 'ACTIVE' }]);
  const near = await owner.post(`${service}/users/${user.svcUserId}/fields/intersects`, { geometry: squareAt(10) });
  expect(near.body).toEqual([]);
});

test('an account of several pages arrives completely, and once', async () => {
  const user = await connectedUser(owner, provider, wholeFields);
  for (let number = 0; number < 45; number += 1) {
    user.account.putField(`p-${number}`, { name: `Field ${number}` });
    user.account.putBoundary(`p-${number}`, { id: `b-${number}`, active: true, geometry: squareAt(number / 10) });
  }
  await user.sync();
  await user.sync();
  const names = (await user.fields()).map(({ name }) => name);
  expect(names.length).toBe(45);
  expect(new Set(names).size).toBe(45);
});

test('concurrent rounds do their work once', async () => {
  const user = await connectedUser(owner, provider, wholeFields);
  user.account.putGrower('g-1', { name: 'One' });
  user.account.putField('p-1', { name: 'Field' });
  user.account.putBoundary('p-1', { id: 'b-1', active: true, geometry: squareAt(10) });
  await Promise.all(Array.from({ length: 6 }, () => user.sync()));
  const { body: growers } = await owner.get<Grower[]>(`${service}/growers?svcUserId=${user.svcUserId}`);
  expect(growers.length).toBe(1);
  expect((await user.boundaries((await user.field('p-1')).id)).length).toBe(1);
});

test('an invalid boundary is repaired, and the original is stored beside the repaired one', async () => {
  const user = await connectedUser(owner, provider, wholeFields);
  user.account.putField('p-1', {});
  user.account.putBoundary('p-1', { id: 'b-1', active: true, geometry: bowTieAt(10) });
  await user.sync();
  const { id } = await user.field('p-1');
  expect(await user.boundaries(id)).toMatchObject([
    { status: 'INACTIVE', validity: 'SELF_INTERSECTION', geometry: bowTieAt(10) },
    { status: 'ACTIVE', validity: 'VALID', fixStatus: 'FIXED', providerBoundaryId: 'b-1' },
  ]);
});

test('without automaticFixBoundary an invalid boundary counts as it is', async () => {
  const user = await connectedUser(owner, provider, { ...wholeFields, automaticFixBoundary: false });
  user.account.putField('p-1', {});
  user.account.putBoundary('p-1', { id: 'b-1', active: true, geometry: bowTieAt(10) });
  user.account.putField('p-2', {});
  user.account.putBoundary('p-2', { id: 'b-2', active: true, geometry: { type: 'Point', coordinates: [1, 2] } });
  await user.sync();
  expect(await user.boundaries((await user.field('p-1')).id)).toMatchObject([
    { status: 'ACTIVE', validity: 'SELF_INTERSECTION' },
  ]);
  expect(await user.boundaries((await user.field('p-2')).id)).toMatchObject([
    { status: 'INACTIVE', validity: 'NOT_ALLOWED_GEOMETRY_TYPE', providerStatus: 'ACTIVE', area: { value: 0 } },
  ]);
});
