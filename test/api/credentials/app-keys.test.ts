import { describe, expect, test } from 'vitest';
import { heldByAppKey } from '../../../domain/credentials/credential-body.ts';
import type { Field } from '../../../domain/fields/field.ts';
import { bodyExample } from '../../../domain/providers/member-schemas.ts';
import { appProviders } from '../../../functions/areas/keys/app-key-endpoints.ts';
import { idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { appKeyPath, freshAppKey } from '../keys/app-key.ts';
import { freshOwner } from '../owner.ts';
import { connect, freshProvider } from '../sync/connected-user.ts';
import { freshUser } from '../users/user.ts';
import { credentialBody, credentialPath, type ShownCredential } from './credential.ts';

const owner = await freshOwner();
const holding = appProviders.filter((row) => heldByAppKey(row).length > 0);

/** A body that names an app key for STAGE. */
function naming(row: (typeof appProviders)[number], appKey: string): Record<string, string> {
  const held = heldByAppKey(row);
  return {
    ...Object.fromEntries(Object.entries(credentialBody(row.key)).filter(([name]) => !held.includes(name))),
    appKey,
  };
}

describe.each(holding)('a credential of $key that names an app key', (row) => {
  const [held = ''] = heldByAppKey(row);

  test('leaves out what the app key holds, and keeps the app key from being deleted', async () => {
    const { id } = await freshUser(owner);
    const appKey = await freshAppKey(owner, row);
    const made = await owner.post<ShownCredential>(credentialPath(id, row.key), naming(row, appKey));
    expect(made).toMatchObject({ status: 201, body: { appKey, status: 'OK' } });
    for (const name of heldByAppKey(row)) expect(made.body).not.toHaveProperty(name);
    expect((await owner.get(credentialPath(id, row.key))).body).toEqual(made.body);

    const refused = expectProblem(await owner.call('DELETE', appKeyPath(row, appKey)), 409, 'appKeyInUse');
    expect(refused.detail).toContain('1 credential names');
    expect((await owner.get(appKeyPath(row, appKey))).status).toBe(200);
    await owner.call('DELETE', credentialPath(id, row.key));
    expect((await owner.call('DELETE', appKeyPath(row, appKey))).status).toBe(204);
  });

  test('is refused, by name, for an app key that is unknown or another owner’s', async () => {
    const { id } = await freshUser(owner);
    const foreign = await freshAppKey(await freshOwner(), row);
    for (const name of ['No such app', foreign]) {
      const problem = expectProblem(
        await owner.post(credentialPath(id, row.key), naming(row, name)),
        400,
        'appKeyMissing',
      );
      expect(problem).toMatchObject({ errors: [{ pointer: '#/appKey' }], detail: expect.stringContaining(name) });
    }
    expectProblem(await owner.get(credentialPath(id, row.key)), 404, 'credentialNotFound');
  });

  test('is refused beside what the app key holds, and when it has neither', async () => {
    const { id } = await freshUser(owner);
    const appKey = await freshAppKey(owner, row);
    const both = { ...naming(row, appKey), [held]: credentialBody(row.key)[held] };
    const twice = expectProblem(await owner.post(credentialPath(id, row.key), both), 400);
    expect(twice.fieldErrors).toMatchObject([{ field: held, message: expect.stringContaining('held by the app key') }]);
    const { appKey: _, ...neither } = naming(row, appKey);
    const missing = expectProblem(await owner.post(credentialPath(id, row.key), neither), 400);
    expect(missing.fieldErrors?.map(({ field }) => field).sort()).toEqual(heldByAppKey(row).sort());
  });
});

test('providers whose app keys hold nothing of a credential accept none', async () => {
  const { id } = await freshUser(owner);
  for (const key of ['Valley', 'Stara'] as const) {
    const body = { ...credentialBody(key), appKey: 'My app' };
    const problem = expectProblem(await owner.post(credentialPath(id, key), body), 400);
    expect(problem.fieldErrors).toEqual([
      { field: 'appKey', message: expect.stringMatching(/^There is no such member\./) },
    ]);
  }
});

test('without an environment, the app key for PRODUCTION is used', async () => {
  const [row] = holding.filter(({ key }) => key === 'CNHI');
  if (!row) throw new Error('no such provider');
  const { id } = await freshUser(owner);
  const appKey = await freshAppKey(owner, row);
  const { clientEnvironment: _, ...body } = naming(row, appKey);
  expectProblem(await owner.post(credentialPath(id, row.key), body), 400, 'appKeyMissing');
  await owner.post(appKeyPath(row, appKey, 'PRODUCTION'), bodyExample(row.appKey.members));
  const made = await owner.post(credentialPath(id, row.key), body);
  expect(made).toMatchObject({ status: 201, body: { clientEnvironment: 'PRODUCTION', appKey } });
});

test('the provider is called with what the app key holds at the time of the call', async () => {
  const provider = await freshProvider();
  const { id } = await freshUser(owner);
  await connect(owner, id, 'JohnDeere', provider.endpoint);
  const [row] = holding.filter(({ key }) => key === 'JohnDeere');
  if (!row) throw new Error('no such provider');
  const appKey = await freshAppKey(owner, row);
  const clientSecret = `secret-${crypto.randomUUID()}`;
  await owner.call('PUT', appKeyPath(row, appKey), { json: { clientKey: 'app', clientSecret } });
  provider.grant(clientSecret, { account: id });
  provider.account(id).putField('p-1', { name: 'Long Acre' });
  await owner.post(credentialPath(id, 'JohnDeere'), naming(row, appKey));
  await idle();
  expect((await owner.get(credentialPath(id, 'JohnDeere'))).body).toMatchObject({ status: 'OK', appKey });
  const fields = await owner.get<Field[]>(`/services/fields/api/fields?svcUserId=${id}`);
  expect(fields.body).toMatchObject([{ name: 'Long Acre' }]);
});

test('a replaced app key has the credentials that name it checked again', async () => {
  const provider = await freshProvider();
  const [row] = holding.filter(({ key }) => key === 'JohnDeere');
  if (!row) throw new Error('no such provider');
  const [appKey, other] = [await freshAppKey(owner, row), await freshAppKey(owner, row)];
  const attached = async (name: string) => {
    const { id } = await freshUser(owner);
    await connect(owner, id, 'JohnDeere', provider.endpoint);
    await owner.post(credentialPath(id, 'JohnDeere'), naming(row, name));
    return id;
  };
  const ids = [await attached(appKey), await attached(appKey), await attached(other)];
  const statuses = async () => {
    await idle();
    const found = ids.map((id) => owner.get<ShownCredential>(credentialPath(id, 'JohnDeere')));
    return (await Promise.all(found)).map(({ body }) => body.status);
  };
  expect(await statuses()).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED', 'UNAUTHENTICATED']);
  const replace = async (clientSecret: string) =>
    (await owner.call('PUT', appKeyPath(row, appKey), { json: { clientKey: 'app', clientSecret } })).status;
  const clientSecret = `secret-${crypto.randomUUID()}`;
  provider.grant(clientSecret, { account: 'any' });
  expect(await replace(clientSecret)).toBe(200);
  expect(await statuses()).toEqual(['OK', 'OK', 'UNAUTHENTICATED']);
  expect(await replace('a secret that is wrong')).toBe(200);
  expect(await statuses()).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED', 'UNAUTHENTICATED']);
});

test('a credential keeps its app key when it moves to another user', async () => {
  const [row] = holding;
  if (!row) throw new Error('no provider has app keys');
  const [from, to] = [await freshUser(owner), await freshUser(owner)];
  const appKey = await freshAppKey(owner, row);
  const { body } = await owner.post<ShownCredential>(credentialPath(from.id, row.key), naming(row, appKey));
  const user = (await owner.get<object>(`/services/usermanagement/api/users/${to.id}`)).body;
  await owner.call('PUT', '/services/usermanagement/api/users', {
    json: { ...user, [row.userProperty]: { id: body.id } },
  });
  expect((await owner.get(credentialPath(to.id, row.key))).body).toMatchObject({ id: body.id, appKey });
  expectProblem(await owner.call('DELETE', appKeyPath(row, appKey)), 409, 'appKeyInUse');
});
