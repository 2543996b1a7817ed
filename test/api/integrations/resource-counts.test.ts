import { expect, test } from 'vitest';
import { itemsIn } from '../../../adapters/aws/dynamodb/user-items.ts';
import type { ResourceCounts } from '../../../domain/integrations/resource-counts.ts';
import type { ProviderKey } from '../../../domain/providers/providers.ts';
import { idle, table } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { credentialPath, freshCredential } from '../credentials/credential.ts';
import { freshOwner } from '../owner.ts';
import { links } from '../pages.ts';
import { connectedUser, freshProvider, squareAt } from '../sync/connected-user.ts';
import { freshUser, usersPath } from '../users/user.ts';

const owner = await freshOwner();
const provider = await freshProvider();
const path = '/services/integrations/api/resources';

async function summaries(query = '', of = owner): Promise<ResourceCounts[]> {
  const { status, body } = await of.get<{ message: string; summaries: ResourceCounts[] }>(`${path}${query}`);
  expect([status, body.message]).toEqual([200, 'SUCCESS']);
  return body.summaries;
}

async function withFields(count: number, key: ProviderKey) {
  const user = await connectedUser(owner, provider, { customDataSync: false }, key);
  user.account.putGrower('g-1', { name: 'Meadow' });
  user.account.putFarm('f-1', { name: 'North', growerId: 'g-1' });
  user.account.putFarm('f-2', { name: 'South', growerId: 'g-1' });
  for (let number = 1; number <= count; number += 1) {
    user.account.putField(`p-${number}`, { name: `Field ${number}` });
    user.account.putBoundary(`p-${number}`, { id: `b-${number}`, active: true, geometry: squareAt(10 + number) });
  }
  return user;
}

test('resources from providers are counted by user and provider, each time they are fetched', async () => {
  const [first, second] = [await withFields(3, 'JohnDeere'), await withFields(1, 'Stara')];
  const before = await summaries(`?svcUserId=${first.svcUserId}`);
  expect(before).toEqual([{ provider: 'JohnDeere', svcUserId: first.svcUserId, growers: 0, farms: 0, fields: 0 }]);
  for (const user of [first, second, first]) await user.sync();
  // A field created by hand comes from no provider.
  const geometry = squareAt(50);
  await owner.post(`/services/fields/api/users/${first.svcUserId}/fields`, { geometry });
  const ofFirst = {
    ...{ provider: 'JohnDeere', svcUserId: first.svcUserId, growers: 1, farms: 2, fields: 3 },
    syncReferenceTime: expect.any(String),
  };
  const ofSecond = { provider: 'Stara', svcUserId: second.svcUserId, fields: 1, syncReferenceTime: expect.any(String) };
  expect(await summaries()).toEqual([ofFirst, ofSecond]);
  expect(await summaries('?provider=Stara')).toEqual([ofSecond]);
  expect(await summaries(`?svcUserId=${first.svcUserId}`)).toEqual([ofFirst]);
  expect(await summaries(`?provider=Stara&svcUserId=${first.svcUserId}`)).toEqual([]);
  expect(await summaries('?page=1&size=1')).toEqual([ofSecond]);
  expect(await summaries('?page=2&size=1')).toEqual([]);
  expect(await summaries('', await freshOwner())).toEqual([]);

  await owner.call('DELETE', `${usersPath}/${first.svcUserId}`);
  expect(await summaries()).toEqual([ofSecond]);
  await idle();
  const left = [];
  for await (const item of itemsIn(table('fields'), `${owner.owner.id}#${first.svcUserId}#counts`, '')) left.push(item);
  expect(left).toEqual([]);
});

test('a credential counts as a connection from attaching it until deleting it', async () => {
  const other = await freshOwner();
  const { id: svcUserId } = await freshUser(other);
  for (const key of ['JohnDeere', 'Valley'] as const) await freshCredential(other, svcUserId, key);
  await idle();
  const john = { provider: 'JohnDeere', svcUserId, growers: 0, farms: 0, fields: 0 };
  expect(await summaries('', other)).toEqual([john, { provider: 'Valley', svcUserId, fields: 0 }]);
  // It is not a link, so nothing follows it.
  await other.post(`/services/fields/api/users/${svcUserId}/fields/sync`);
  await idle();
  expect(await summaries('?provider=JohnDeere', other)).toEqual([john]);
  const { headers } = await other.get(`${path}?size=1`);
  expect(headers.get('x-total-count')).toBe('2');
  expect((await other.get(links(headers).next ?? '')).body).toMatchObject({ summaries: [{ provider: 'Valley' }] });
  await other.call('DELETE', credentialPath(svcUserId, 'JohnDeere'));
  await idle();
  expect(await summaries('', other)).toMatchObject([{ provider: 'Valley' }]);
});

test('invalid requests are refused with the reason', async () => {
  for (const query of ['?provider=Nobody', '?svcUserId=x', '?size=101', '?page=-1', '?sort=fields']) {
    expectProblem(await owner.get(`${path}${query}`), 400);
  }
});
