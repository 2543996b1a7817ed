import { expect, test } from 'vitest';
import type { Field } from '../../../domain/fields/field.ts';
import type { Grower } from '../../../domain/growers/grower.ts';
import { idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { type ConnectedUser, connectedUser, freshProvider, squareAt } from './connected-user.ts';

const owner = await freshOwner();
const provider = await freshProvider();
const service = '/services/fields/api';

/** Two growers with a farm each, and a field on each farm. */
async function withPreviews(): Promise<ConnectedUser> {
  const user = await connectedUser(owner, provider);
  for (const number of [1, 2]) {
    user.account.putGrower(`g-${number}`, { name: `Grower ${number}` });
    user.account.putFarm(`f-${number}`, { name: `Farm ${number}`, growerId: `g-${number}` });
    user.account.putField(`p-${number}`, { name: `Field ${number}`, farmId: `f-${number}` });
    user.account.putBoundary(`p-${number}`, { id: `b-${number}`, active: true, geometry: squareAt(10 + number) });
  }
  await user.sync();
  return user;
}

async function growerOf(user: ConnectedUser, providerGrowerId: string): Promise<number> {
  const { body } = await owner.get<Grower[]>(`${service}/growers?svcUserId=${user.svcUserId}`);
  return body.find((grower) => grower.providerGrowerId === providerGrowerId)?.id ?? 0;
}

test('fields arrive as PREVIEW, with all members but their geometry', async () => {
  const user = await withPreviews();
  const field = await user.field('p-1');
  expect(field).toMatchObject({ status: 'PREVIEW', boundaries: [], name: 'Field 1', providerName: 'JohnDeere' });
  expect(field).not.toHaveProperty('geometry');
  expectProblem(await owner.get(`${service}/users/${user.svcUserId}/fields/${field.id}/boundary`), 404);
  expect(provider.asked.some((path) => path.startsWith(`/${user.svcUserId}/fields/`))).toBe(false);
});

test('an enabled field waits until the next round fetches it', async () => {
  const user = await withPreviews();
  const { id } = await user.field('p-1');
  const enable = `${service}/users/${user.svcUserId}/fields/${id}/enableSync`;
  expect(await owner.post<Field>(enable)).toMatchObject({
    status: 200,
    body: { id, status: 'WAITING', boundaries: [] },
  });
  await idle();
  expect(await user.field('p-1')).toMatchObject({ status: 'WAITING' });
  await user.sync();
  const whole = await user.field('p-1');
  expect(whole).toMatchObject({ status: 'PROCESSED', geometry: squareAt(11), providerBoundaryId: 'b-1' });
  expect(await user.field('p-2')).toMatchObject({ status: 'PREVIEW' });
  expect((await owner.post(enable)).body).toEqual(whole);
});

test('the fields of growers can be enabled, and are fetched at once', async () => {
  const user = await withPreviews();
  const growerIds = [await growerOf(user, 'g-1')];
  const { id } = await user.field('p-1');
  const answer = await owner.post(`${service}/growers/enableSync`, { growerIds });
  expect(answer).toMatchObject({ status: 200, body: { affectedFieldIds: [id] } });
  await idle();
  expect(await user.field('p-1')).toMatchObject({ status: 'PROCESSED', geometry: squareAt(11) });
  expect(await user.field('p-2')).toMatchObject({ status: 'PREVIEW' });
  const again = await owner.post(`${service}/growers/enableSync`, { growerIds });
  expect(again.body).toEqual({ affectedFieldIds: [] });
});

test("growers that are unknown, or another owner's, are 404 and enable nothing", async () => {
  const user = await withPreviews();
  const known = await growerOf(user, 'g-1');
  const unknown = await owner.post(`${service}/growers/enableSync`, { growerIds: [known, 2_000_000_000] });
  expect(expectProblem(unknown, 404).detail).toContain('2000000000');
  const other = await freshOwner();
  expectProblem(await other.post(`${service}/growers/enableSync`, { growerIds: [known] }), 404);
  expect(await user.field('p-1')).toMatchObject({ status: 'PREVIEW' });
});

test('a round after customDataSync was switched off fetches all PREVIEW fields', async () => {
  const user = await withPreviews();
  const json = { customDataSync: false };
  await owner.call('PATCH', `/services/config/api/configs/${user.svcUserId}`, { json });
  await user.sync();
  expect((await user.fields()).map(({ status }) => status)).toEqual(['PROCESSED', 'PROCESSED']);
});

test('records from a provider cannot be edited', async () => {
  const user = await withPreviews();
  const { id } = await user.field('p-1');
  const path = `${service}/users/${user.svcUserId}/fields/${id}`;
  const grower = `${service}/users/${user.svcUserId}/growers/${await growerOf(user, 'g-1')}`;
  for (const [method, address, json] of [
    ['PATCH', path, { name: 'Mine' }],
    ['PUT', `${path}/boundary`, { geometry: squareAt(1) }],
    ['DELETE', path, undefined],
    ['PUT', grower, { name: 'Mine' }],
  ] as const) {
    expect(expectProblem(await owner.call(method, address, { json }), 400).errorKey).toBe('providerMade');
  }
});
