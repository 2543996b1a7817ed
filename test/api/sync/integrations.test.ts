import { expect, test } from 'vitest';
import { idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { connectedUser, freshProvider, squareAt } from './connected-user.ts';

const owner = await freshOwner();
const provider = await freshProvider();
const service = '/services/fields/api';

const send = (svcUserId: string, fieldId: string, to: string) =>
  owner.post(`${service}/users/${svcUserId}/fields/${fieldId}/integration/${to}`);

test('a field is sent to a provider, and a repeated request returns the result', async () => {
  const { svcUserId, account } = await connectedUser(owner, provider, {}, 'ClimateFieldView');
  await owner.post(`${service}/users/${svcUserId}/fields`, { id: 'mine', name: 'Long Acre', geometry: squareAt(10) });
  const first = await send(svcUserId, 'mine', 'ClimateFieldView');
  const pending = { id: expect.any(String), status: 'PENDING', updatedAt: expect.any(String) };
  expect(first).toMatchObject({ status: 200, body: [{ mine: { ClimateFieldView: pending } }] });
  await idle();
  expect(account.received.get('mine')).toMatchObject({ name: 'Long Acre', geometry: squareAt(10) });
  const { body } = await send(svcUserId, 'mine', 'ClimateFieldView');
  const { id } = (first.body as Record<string, Record<string, { id: string }>>[])[0]?.mine?.ClimateFieldView ?? {};
  expect(body).toMatchObject([{ mine: { ClimateFieldView: { id, status: 'SUCCESS' } } }]);
});

test('JohnDeere needs an organization', async () => {
  const { svcUserId } = await connectedUser(owner, provider);
  await owner.post(`${service}/users/${svcUserId}/fields`, { id: 'mine', geometry: squareAt(10) });
  expect(expectProblem(await send(svcUserId, 'mine', 'JohnDeere'), 400).detail).toContain('organizationId');
  expect((await send(svcUserId, 'mine', 'JohnDeere?organizationId=7')).status).toBe(200);
});

test('a field is not sent to its own provider, nor where the user is not connected', async () => {
  const user = await connectedUser(owner, provider, { customDataSync: false });
  user.account.putField('p-1', {});
  user.account.putBoundary('p-1', { id: 'b-1', active: true, geometry: squareAt(10) });
  await user.sync();
  const { id } = await user.field('p-1');
  expect(expectProblem(await send(user.svcUserId, id, 'JohnDeere?organizationId=7'), 400).errorKey).toBe(
    'providerMade',
  );
  expectProblem(await send(user.svcUserId, id, 'ClimateFieldView'), 409);
  expectProblem(await send(user.svcUserId, id, 'Trimble'), 404);
  const { id: alone } = await freshUser(owner);
  expectProblem(await send(alone, id, 'ClimateFieldView'), 404);
});
