import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { kmsSealer } from '../../../adapters/aws/kms/sealer.ts';
import type { SealedCredential } from '../../../domain/credentials/credential.ts';
import { openMembers } from '../../../domain/credentials/seal-members.ts';
import type { ServiceUser } from '../../../domain/users/service-user.ts';
import { cloudClock, idle, kms, table, variable } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { credentialPath, freshCredential, noteEvents, type ShownCredential } from './credential.ts';

const owner = await freshOwner();
const person = { name: 'Ada', email: 'ada@example.com' };
const user = async (id: string) => (await owner.get<ServiceUser>(`${usersPath}/${id}`)).body;
const put = (id: string, members: object) =>
  owner.call<ServiceUser>('PUT', usersPath, { json: { id, ...person, ...members } });

test('a user created with ids of other users’ credentials gets them, sealed for itself', async () => {
  const [first, second] = [await freshUser(owner), await freshUser(owner)];
  const refreshToken = 'told-to-nobody-else';
  const deere = await freshCredential(owner, first.id, 'JohnDeere', { refreshToken });
  const raven = await freshCredential(owner, first.id, 'Raven');
  const lindsay = await freshCredential(owner, second.id, 'Lindsay');
  await noteEvents(owner, first.id, 'JohnDeere', 2);
  const named = {
    johnDeereCredentials: { id: deere.id },
    ravenCredentials: { id: raven.id },
    lindsayCredentials: { id: lindsay.id },
  };
  const made = await owner.post<ServiceUser>(usersPath, { ...person, ...named });
  expect(made.status).toBe(201);
  const { id } = made.body;
  const summary = { id: deere.id, status: 'OK', createdTime: deere.createdTime };
  expect(made.body.johnDeereCredentials).toEqual(summary);
  expect(await user(id)).toMatchObject({ ...named, johnDeereCredentials: summary });
  expect((await owner.get<ShownCredential>(credentialPath(id, 'JohnDeere'))).body).toEqual(deere);
  for (const [from, key] of [
    [first.id, 'JohnDeere'],
    [first.id, 'Raven'],
    [second.id, 'Lindsay'],
  ] as const)
    expectProblem(await owner.get(credentialPath(from, key)), 404, 'credentialNotFound');
  expect(await user(first.id)).toMatchObject({ johnDeereCredentials: {}, ravenCredentials: {} });
  const { body: events } = await owner.get<{ statusCode: number }[]>(`${credentialPath(id, 'JohnDeere')}/events`);
  // The log of the one that was moved stays behind.
  expect(events.filter(({ statusCode }) => statusCode !== 0)).toEqual([]);

  const { client, name: TableName } = table('credentials');
  const Key = { pk: `${owner.owner.id}#${id}`, sk: 'credential#JohnDeere' };
  const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  const { sealed } = (Item as { credential: SealedCredential }).credential;
  const sealer = kmsSealer(variable('SECRETS_KEY_ID'), cloudClock, kms);
  const scope = { ownerId: owner.owner.id, provider: 'JohnDeere' };
  expect(await openMembers(sealed, { ...scope, svcUserId: id }, sealer)).toMatchObject({ refreshToken });
  await expect(openMembers(sealed, { ...scope, svcUserId: first.id }, sealer)).rejects.toThrow();
});

test('PUT with the response of GET changes nothing', async () => {
  const { id } = await freshUser(owner);
  const made = await freshCredential(owner, id, 'Trimble');
  await idle();
  const before = await user(id);
  const { status, body } = await owner.call('PUT', usersPath, { json: before });
  expect([status, body]).toEqual([200, before]);
  expect((await owner.get<ShownCredential>(credentialPath(id, 'Trimble'))).body.id).toBe(made.id);
});

test('PUT moves a credential here, and deletes those that it leaves out', async () => {
  const [from, to] = [await freshUser(owner), await freshUser(owner)];
  const moved = await freshCredential(owner, from.id, 'CNHI');
  await freshCredential(owner, to.id, 'Stara');
  await noteEvents(owner, to.id, 'Stara', 2);
  const { status, body } = await put(to.id, { cnhiCredentials: { id: moved.id } });
  expect([status, body.cnhiCredentials.id, body.staraCredentials]).toEqual([200, moved.id, {}]);
  expect(await user(to.id)).toEqual(body);
  expectProblem(await owner.get(credentialPath(to.id, 'Stara')), 404, 'credentialNotFound');
  expectProblem(await owner.get(credentialPath(from.id, 'CNHI')), 404, 'credentialNotFound');
  expect((await put(to.id, {})).body.cnhiCredentials).toEqual({});
  expectProblem(await owner.get(credentialPath(to.id, 'CNHI')), 404, 'credentialNotFound');
});

test('another credential in the scope of an existing one is a conflict, and nothing is moved', async () => {
  const [from, to] = [await freshUser(owner), await freshUser(owner)];
  const other = await freshCredential(owner, from.id, 'Valley');
  const own = await freshCredential(owner, to.id, 'Valley');
  const problem = expectProblem(await put(to.id, { valleyCredentials: { id: other.id } }), 409, 'credentialExists');
  expect(problem.fieldErrors?.[0]?.field).toBe('valleyCredentials.id');
  expect((await owner.get<ShownCredential>(credentialPath(to.id, 'Valley'))).body).toEqual(own);
  expect((await owner.get<ShownCredential>(credentialPath(from.id, 'Valley'))).body).toEqual(other);
});

test('ids of other owners, of other providers, and unknown ids are not found', async () => {
  const stranger = await freshOwner();
  const foreign = await freshCredential(stranger, (await freshUser(stranger)).id, 'Raven');
  const lindsay = await freshCredential(owner, (await freshUser(owner)).id, 'Lindsay');
  const { id } = await freshUser(owner);
  for (const named of [foreign.id, lindsay.id, crypto.randomUUID()]) {
    expectProblem(
      await owner.post(usersPath, { ...person, ravenCredentials: { id: named } }),
      404,
      'credentialNotFound',
    );
    expectProblem(await put(id, { ravenCredentials: { id: named } }), 404, 'credentialNotFound');
  }
});

test('of two users that want one credential at once, only one gets it', async () => {
  const moved = await freshCredential(owner, (await freshUser(owner)).id, 'AgVance');
  const wanting = await Promise.all([freshUser(owner), freshUser(owner), freshUser(owner)]);
  const answers = await Promise.all(wanting.map(({ id }) => put(id, { agvanceCredentials: { id: moved.id } })));
  const having = await Promise.all(wanting.map(({ id }) => user(id)));
  // A credential that has moved meanwhile moves on: the last user has it, and no other.
  expect(answers.every(({ status }) => [200, 404, 409].includes(status))).toBe(true);
  expect(having.filter(({ agvanceCredentials }) => agvanceCredentials.id === moved.id)).toHaveLength(1);
});

test('PATCH leaves credentials alone', async () => {
  const { id } = await freshUser(owner);
  const made = await freshCredential(owner, id, 'Sentera');
  const changed = await owner.call<ServiceUser>('PATCH', `${usersPath}/${id}`, { json: { name: 'Ada L.' } });
  expect(changed.body.senteraCredentials.id).toBe(made.id);
  const listed = await owner.get<ServiceUser[]>(`${usersPath}?name=Ada%20L.`);
  expect(listed.body.map(({ senteraCredentials }) => senteraCredentials.id)).toContain(made.id);
});
