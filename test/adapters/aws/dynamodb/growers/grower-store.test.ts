import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { farmStore } from '../../../../../adapters/aws/dynamodb/farms/farm-store.ts';
import { farmsOf } from '../../../../../adapters/aws/dynamodb/groups.ts';
import { growerStore } from '../../../../../adapters/aws/dynamodb/growers/grower-store.ts';
import { numberedKey, numberedName } from '../../../../../adapters/aws/dynamodb/numbered-records.ts';
import { newGrower } from '../../../../../domain/growers/grower.ts';
import type { GrowerFilter } from '../../../../../domain/growers/grower-store.ts';
import { idsShownUpTo } from '../../../../../domain/record-number.ts';
import { fieldsUnderTest } from '../fields/tables-under-test.ts';

const under = await fieldsUnderTest();
const growers = growerStore(under.fields, under.users);
const farms = farmStore(under.fields, under.users);
const at = '2026-05-01T12:00:00.000Z';
const page = { page: 0, size: 20, sort: [] };

test("provider filters find the provider's growers, in the order of numbers and page by page", async () => {
  const { ownerId, svcUserId } = await under.freshUser();
  for (const n of [1, 2, 3, 4, 5, 6]) {
    const made = newGrower(svcUserId, { name: `Grower ${n}` }, at);
    const provided = { providerName: 'CNHI', providerId: 10, providerGrowerId: `g${n}`, providerCompanyId: 'company' };
    await growers.create(ownerId, n % 2 === 0 ? { ...made, ...provided } : made);
  }
  const found = async (filter: GrowerFilter) => (await growers.list(ownerId, filter, page)).items.map(({ id }) => id);
  expect(await found({ provider: 'CNHI' })).toEqual([2, 4, 6]);
  expect(await found({ provider: 'CNHI', svcUserId })).toEqual([2, 4, 6]);
  expect(await found({ providerGrowerId: 'g4' })).toEqual([4]);
  expect(await found({ providerCompanyId: 'company', name: 'Grower 6' })).toEqual([6]);
  expect(await found({ providerOrganizationId: 'company' })).toEqual([]);
  const first = await growers.list(ownerId, { provider: 'CNHI' }, { ...page, size: 2 });
  expect([first.items.map(({ id }) => id), first.total]).toEqual([[2, 4], 3]);
  const next = await growers.list(ownerId, { provider: 'CNHI' }, { ...page, size: 2, cursor: first.next });
  expect(next).toMatchObject({ items: [{ id: 6 }], next: undefined });
});

test('names that differ only after their first 200 characters are distinguished', async () => {
  const { ownerId, svcUserId } = await under.freshUser();
  const long = 'x'.repeat(199);
  for (const name of [`${long}🌾 a`, `${long}🌾 b`]) await growers.create(ownerId, newGrower(svcUserId, { name }, at));
  const { items } = await growers.list(ownerId, { name: `${long}🌾 b` }, page);
  expect(items.map(({ id }) => id)).toEqual([2]);
});

test('a grower shows its first farms, and the list has them all', async () => {
  const { ownerId, svcUserId } = await under.freshUser();
  const { id: growerId } = await growers.create(ownerId, newGrower(svcUserId, { name: 'Large' }, at));
  const items = Array.from({ length: idsShownUpTo + 5 }, (_, n) => ({
    ...numberedKey('farm', ownerId, svcUserId, n + 1),
    ownerKey: ownerId,
    listKey: numberedName('farm', n + 1),
    groupKey: farmsOf(ownerId, growerId),
    farm: { id: n + 1, name: 'Farm', svcUserId, growerId, createdTime: at, updatedTime: at },
  }));
  for (let start = 0; start < items.length; start += 25) {
    const puts = items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await under.fields.client.send(new BatchWriteCommand({ RequestItems: { [under.fields.name]: puts } }));
  }
  const grower = await growers.get(ownerId, svcUserId, growerId);
  expect(grower?.farmIds).toEqual(items.slice(0, idsShownUpTo).map(({ farm }) => farm.id));
  const last = await farms.list(ownerId, { growerId }, { page: 25, size: 20, sort: [] });
  expect([last.items.length, last.total]).toEqual([5, idsShownUpTo + 5]);
});

test('nothing is created for an unknown user, or under an unknown grower', async () => {
  const { ownerId, svcUserId } = await under.freshUser();
  const farm = { name: 'Farm', svcUserId, growerId: 7, createdTime: at, updatedTime: at };
  await expect(farms.create(ownerId, farm)).rejects.toMatchObject({ errorKey: 'growerNotFound' });
  const nobodys = newGrower('01890a5d-ac96-774b-bcce-b302099a8057', { name: 'A' }, at);
  await expect(growers.create(ownerId, nobodys)).rejects.toMatchObject({ errorKey: 'userNotFound' });
  expect(await under.itemsOf('fields', `${ownerId}#${svcUserId}`)).toEqual([]);
});
