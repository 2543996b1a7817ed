import { describe, expect, test } from 'vitest';
import { itemsIn } from '../../../adapters/aws/dynamodb/user-items.ts';
import type { Organization } from '../../../domain/organizations/organization.ts';
import { idle, table } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshCredential } from '../credentials/credential.ts';
import { freshOwner } from '../owner.ts';
import { type ConnectedUser, connectedUser, freshProvider, squareAt } from '../sync/connected-user.ts';
import { freshUser } from '../users/user.ts';
import { connected, notConnected, usersService } from './organization.ts';

const owner = await freshOwner();
const provider = await freshProvider();
const whole = { customDataSync: false };

const pathOf = ({ svcUserId }: Pick<ConnectedUser, 'svcUserId'>) =>
  `${usersService}/${svcUserId}/JohnDeere/organizations`;

async function sync(user: ConnectedUser): Promise<void> {
  expect((await owner.post(`${pathOf(user)}/sync`)).status).toBe(202);
  await idle();
}

async function statuses(user: ConnectedUser): Promise<Record<string, string>> {
  const { body } = await owner.get<Organization[]>(pathOf(user));
  return Object.fromEntries(body.map(({ providerOrgId, status }) => [providerOrgId, status]));
}

function choose(user: ConnectedUser, id: string, status: string) {
  return owner.call<Organization>('PATCH', `${pathOf(user)}/${id}/${status}`);
}

/** Events of a user's organizations: types, with ids and states. */
async function publishedEvents({ svcUserId }: ConnectedUser): Promise<unknown[]> {
  const events = [];
  for await (const { type, payload } of itemsIn(table('events'), `${owner.owner.id}#${svcUserId}`, '')) {
    const { providerOrgId, status } = payload as Organization;
    if (String(type).startsWith('providerOrganization')) events.push([type, providerOrgId, status]);
  }
  return events;
}

function putField({ account }: ConnectedUser, id: string, organizationId: string, longitude: number): void {
  account.putField(id, { name: id, organizationId });
  account.putBoundary(id, { id: `b-${id}`, active: true, geometry: squareAt(longitude) });
}

const fieldNames = async (user: ConnectedUser) => (await user.fields()).map(({ name }) => name).sort();

describe('organizations', () => {
  test('are read from the provider, selected by default, and blocked without access', async () => {
    const user = await connectedUser(owner, provider, whole);
    user.account.putOrganization({ id: '1', name: 'Meadow', ...connected });
    user.account.putOrganization({ id: '2', name: 'Hill', ...notConnected });
    await sync(user);
    expect(await statuses(user)).toEqual({ 1: 'SELECTED', 2: 'BLOCKED' });
    expect((await owner.get(`${pathOf(user)}/1`)).body).toEqual({
      providerOrgId: '1',
      providerOrgName: 'Meadow',
      status: 'SELECTED',
      ...connected,
    });
    expect((await owner.get(`${usersService}/${user.svcUserId}/organizations/JohnDeere`)).body).toEqual({
      connectedOrganizations: [{ id: '1', name: 'Meadow', ...connected }],
      notConnectedOrganizations: [{ id: '2', name: 'Hill', ...notConnected }],
    });
    expect(await publishedEvents(user)).toEqual([
      ['providerOrganizationCreated', '1', 'SELECTED'],
      ['providerOrganizationCreated', '2', 'BLOCKED'],
      ['providerOrganizationBlocked', '2', 'BLOCKED'],
    ]);
  });

  test('publish one event each, even for repeated and concurrent readings', async () => {
    const user = await connectedUser(owner, provider, whole);
    user.account.putOrganization({ id: '1', name: 'Meadow', ...connected });
    await Promise.all(Array.from({ length: 5 }, () => sync(user)));
    expect(await publishedEvents(user)).toEqual([['providerOrganizationCreated', '1', 'SELECTED']]);
  });

  test('keep an explicit choice, and follow their access otherwise', async () => {
    const user = await connectedUser(owner, provider, { ...whole, organizationDataSync: 'SELECTED_ONLY' });
    user.account.putOrganization({ id: '1', name: 'Meadow', ...connected });
    user.account.putOrganization({ id: '2', name: 'Hill', ...notConnected });
    await sync(user);
    expect(await statuses(user)).toEqual({ 1: 'PREVIEW', 2: 'BLOCKED' });
    expect((await choose(user, '1', 'SELECTED')).body).toMatchObject({ providerOrgId: '1', status: 'SELECTED' });
    // The request decides until the next round reads the access.
    expect((await choose(user, '2', 'SELECTED')).body.status).toBe('SELECTED');
    await sync(user);
    expect(await statuses(user)).toEqual({ 1: 'SELECTED', 2: 'BLOCKED' });
    user.account.putOrganization({ id: '2', name: 'Hill', ...connected });
    user.account.removeOrganization('1');
    await sync(user);
    expect(await statuses(user)).toEqual({ 2: 'PREVIEW' });
    expect((await publishedEvents(user)).at(-1)).toEqual(['providerOrganizationRemoved', '1', 'REMOVED']);
  });

  test.each(['SELECTED', 'PREVIEW', 'BLOCKED'])(
    'are %s when the path of a PATCH says so, whatever they were',
    async (status) => {
      const user = await connectedUser(owner, provider, whole);
      user.account.putOrganization({ id: '1', name: 'Meadow', ...connected });
      user.account.putOrganization({ id: '2', name: 'Hill', ...notConnected });
      await sync(user);
      for (const id of ['1', '2']) {
        const { status: answered, body } = await choose(user, id, status);
        expect([answered, body.status]).toEqual([200, status]);
      }
      await sync(user);
      // A round looks at the access: without it all are blocked, and with it none is.
      expect(await statuses(user)).toEqual({ 1: status === 'BLOCKED' ? 'PREVIEW' : status, 2: 'BLOCKED' });
    },
  );

  test('go from BLOCKED over PREVIEW to SELECTED once access is given, and back when it is taken', async () => {
    const user = await connectedUser(owner, provider, { ...whole, fieldsAutoSync: true });
    user.account.putOrganization({ id: '1', name: 'Meadow', ...notConnected });
    putField(user, 'meadow', '1', 10);
    await sync(user);
    expect(await statuses(user)).toEqual({ 1: 'BLOCKED' });
    expect((await choose(user, '1', 'SELECTED')).body.status).toBe('SELECTED');
    await idle();
    expect(await statuses(user)).toEqual({ 1: 'BLOCKED' });
    user.account.putOrganization({ id: '1', name: 'Meadow', ...connected });
    await sync(user);
    expect([await statuses(user), await fieldNames(user)]).toEqual([{ 1: 'PREVIEW' }, []]);
    await choose(user, '1', 'SELECTED');
    await idle();
    expect([await statuses(user), await fieldNames(user)]).toEqual([{ 1: 'SELECTED' }, ['meadow']]);
    user.account.putOrganization({ id: '1', name: 'Meadow', ...notConnected });
    await sync(user);
    expect(await statuses(user)).toEqual({ 1: 'BLOCKED' });
  });

  test('stay as they are while the provider fails, and are read by the next attempt', async () => {
    const user = await connectedUser(owner, provider, whole);
    user.account.putOrganization({ id: '1', name: 'Meadow', ...connected });
    await sync(user);
    user.account.putOrganization({ id: '1', name: 'Meadow and Hill', ...connected });
    provider.failNext({ status: 403 });
    await sync(user);
    expect((await owner.get<Organization>(`${pathOf(user)}/1`)).body.providerOrgName).toBe('Meadow');
    await sync(user);
    expect((await owner.get<Organization>(`${pathOf(user)}/1`)).body.providerOrgName).toBe('Meadow and Hill');
  });

  test('of a provider that does not report access are all connected', async () => {
    const user = await connectedUser(owner, provider, whole, 'Trimble');
    user.account.putOrganization({ id: 't-1', name: 'Valley' });
    await user.sync();
    expect((await owner.get(`${usersService}/${user.svcUserId}/organizations/Trimble`)).body).toEqual({
      connectedOrganizations: [{ id: 't-1', name: 'Valley' }],
      notConnectedOrganizations: [],
    });
  });
});

describe('fields of organizations', () => {
  test('are fetched only of selected organizations, and from the beginning once selected', async () => {
    const user = await connectedUser(owner, provider, { ...whole, organizationDataSync: 'SELECTED_ONLY' });
    user.account.putOrganization({ id: '1', name: 'Meadow', ...connected });
    user.account.putOrganization({ id: '2', name: 'Hill', ...connected });
    putField(user, 'first', '1', 10);
    putField(user, 'second', '2', 11);
    await user.sync();
    expect(await fieldNames(user)).toEqual([]);
    await choose(user, '1', 'SELECTED');
    await user.sync();
    expect(await fieldNames(user)).toEqual(['first']);
    await choose(user, '1', 'PREVIEW');
    await choose(user, '2', 'SELECTED');
    putField(user, 'third', '1', 12);
    await user.sync();
    expect(await fieldNames(user)).toEqual(['first', 'second']);
    await choose(user, '1', 'SELECTED');
    await user.sync();
    expect(await fieldNames(user)).toEqual(['first', 'second', 'third']);
    provider.asked.length = 0;
    await user.sync();
    expect(provider.asked.filter((path) => path.endsWith('/boundaries'))).toEqual([]);
  });

  test('are fetched after organizations were read, where fields follow automatically', async () => {
    const fetched = [];
    for (const fieldsAutoSync of [true, false]) {
      const user = await connectedUser(owner, provider, { ...whole, fieldsAutoSync });
      user.account.putOrganization({ id: '1', name: 'Meadow', ...connected });
      putField(user, 'field', '1', 10);
      await sync(user);
      fetched.push(await fieldNames(user));
    }
    expect(fetched).toEqual([['field'], []]);
  });
});

test('selecting an organization starts a round, which fetches its fields where they follow automatically', async () => {
  const fetched = [];
  for (const fieldsAutoSync of [true, false]) {
    const settings = { ...whole, fieldsAutoSync, organizationDataSync: 'SELECTED_ONLY' };
    const user = await connectedUser(owner, provider, settings);
    user.account.putOrganization({ id: '1', name: 'Meadow', ...connected });
    user.account.putOrganization({ id: '2', name: 'Hill', ...notConnected });
    putField(user, 'field', '1', 10);
    await sync(user);
    for (const id of ['1', '2']) expect((await choose(user, id, 'SELECTED')).body.status).toBe('SELECTED');
    await idle();
    expect(await statuses(user)).toEqual({ 1: 'SELECTED', 2: 'BLOCKED' });
    fetched.push(await fieldNames(user));
  }
  expect(fetched).toEqual([['field'], []]);
});

describe('invalid requests for organizations', () => {
  test('are refused with the known providers', async () => {
    const { id } = await freshUser(owner);
    const lists = expectProblem(await owner.get(`${usersService}/${id}/organizations/CNHI`), 400);
    expect(lists.detail).toContain('JohnDeere, Trimble');
    for (const [method, path] of [
      ['GET', 'organizations'],
      ['GET', 'organizations/1'],
      ['PATCH', 'organizations/1/SELECTED'],
      ['POST', 'organizations/sync'],
    ] as const) {
      const problem = expectProblem(await owner.call(method, `${usersService}/${id}/Trimble/${path}`), 400);
      expect(problem.detail).toMatch(/takes JohnDeere\.$/);
    }
  });

  test('are refused with the states that can be chosen', async () => {
    const { id } = await freshUser(owner);
    for (const status of ['blocked', 'selected', 'x']) {
      const problem = expectProblem(
        await owner.call('PATCH', `${usersService}/${id}/JohnDeere/organizations/1/${status}`),
        400,
      );
      expect(problem.detail).toContain('SELECTED, PREVIEW or BLOCKED');
    }
  });

  test('are 409 for a round of a user who is not connected, before and after', async () => {
    const { id } = await freshUser(owner);
    const round = () => owner.call('POST', `${usersService}/${id}/JohnDeere/organizations/sync`);
    expectProblem(await round(), 409, 'providerNotConnected');
    await freshCredential(owner, id, 'Trimble');
    expectProblem(await round(), 409, 'providerNotConnected');
    await freshCredential(owner, id, 'JohnDeere');
    expect((await round()).status).toBe(202);
    await owner.call('DELETE', `${usersService}/${id}/john-deere-credentials`);
    expectProblem(await round(), 409, 'providerNotConnected');
  });

  test('are 404 for an unknown organization', async () => {
    const { id } = await freshUser(owner);
    const path = `${usersService}/${id}/JohnDeere/organizations/1`;
    expectProblem(await owner.get(path), 404, 'organizationNotFound');
    expectProblem(await owner.call('PATCH', `${path}/SELECTED`), 404, 'organizationNotFound');
    expect((await owner.get(`${usersService}/${id}/organizations/JohnDeere`)).body).toEqual({
      connectedOrganizations: [],
      notConnectedOrganizations: [],
    });
  });
});
