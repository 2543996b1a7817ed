import { describe, expect, test } from 'vitest';
import { providers } from '../../../domain/providers/providers.ts';
import { cloud, idle, table } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { itemsNaming } from '../stored.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { credentialBody, credentialPath, freshCredential, noteEvents, type ShownCredential } from './credential.ts';

const owner = await freshOwner();

describe.each(providers)('$key', ({ key, userProperty, credential: { members, obtained } }) => {
  const sent = Object.fromEntries(
    Object.entries(credentialBody(key)).map(([name, value]) => [
      name,
      members[name]?.kind === 'environment' ? value : `${name}-of-${key}-1234`,
    ]),
  );
  const path = (id: string) => credentialPath(id, key);

  test('is attached, shown masked, also on its user, and deleted', async () => {
    const { id } = await freshUser(owner);
    expectProblem(await owner.get(path(id)), 404, 'credentialNotFound');
    const made = await owner.post<ShownCredential>(path(id), sent);
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`${cloud.baseUrl}${path(id)}`);
    expect(made.body).toMatchObject({ status: 'OK', createdTime: expect.stringMatching(/T[\d:]{8}\.\d{6}Z$/) });
    for (const [name, { kind }] of Object.entries(members)) {
      const shown = {
        text: sent[name],
        secret: '****1234',
        environment: 'STAGE',
        withheld: undefined,
        scopes: undefined,
      };
      expect([name, made.body[name]]).toEqual([name, shown[kind]]);
    }
    for (const name of Object.keys(obtained ?? {})) expect(made.body).not.toHaveProperty(name);
    expect(await owner.get(path(id))).toMatchObject({ status: 200, body: made.body });

    const summary = { id: made.body.id, status: 'OK', createdTime: made.body.createdTime };
    const user = await owner.get<Record<string, object>>(`${usersPath}/${id}`);
    expect(user.body[userProperty]).toEqual(summary);
    const changed = await owner.call<Record<string, object>>('PATCH', `${usersPath}/${id}`, { json: { phone: '1' } });
    expect(changed.body[userProperty]).toEqual(summary);

    expectProblem(await owner.post(path(id), sent), 409, 'credentialExists');
    expect((await owner.call('DELETE', path(id))).status).toBe(204);
    expectProblem(await owner.get(path(id)), 404, 'credentialNotFound');
    expectProblem(await owner.call('DELETE', path(id)), 404, 'credentialNotFound');
    expect((await owner.get<Record<string, object>>(`${usersPath}/${id}`)).body[userProperty]).toEqual({});
    expect((await owner.post(path(id), sent)).status).toBe(201);
  });

  test('names missing and unknown members, and no secret', async () => {
    const { id } = await freshUser(owner);
    const required = Object.keys(members).filter((name) => members[name]?.required);
    const nothing = expectProblem(await owner.post(path(id), {}), 400);
    expect(nothing.fieldErrors?.map(({ field }) => field).sort()).toEqual(required.sort());
    const unknown = expectProblem(await owner.post(path(id), { ...sent, nonsense: 'very-secret' }), 400);
    expect(unknown.fieldErrors).toEqual([{ field: 'nonsense', message: 'There is no such member.' }]);
    expect(JSON.stringify(unknown)).not.toContain('very-secret');
  });

  test('refuses blank members, each by name', async () => {
    const { id } = await freshUser(owner);
    for (const name of Object.keys(sent).filter((member) => members[member]?.kind !== 'environment')) {
      for (const blank of ['', '   ', '\n\t']) {
        const problem = expectProblem(await owner.post(path(id), { ...sent, [name]: blank }), 400);
        expect(problem.fieldErrors).toEqual([{ field: name, message: 'must not be blank' }]);
      }
    }
    expectProblem(await owner.get(path(id)), 404, 'credentialNotFound');
  });
});

test("is invisible to another owner's token", async () => {
  const { id } = await freshUser(owner);
  await freshCredential(owner, id, 'JohnDeere');
  const other = await freshOwner();
  for (const at of [credentialPath(id, 'JohnDeere'), `${credentialPath(id, 'JohnDeere')}/events`]) {
    expectProblem(await other.get(at), 404, 'userNotFound');
  }
  expectProblem(await other.call('DELETE', credentialPath(id, 'JohnDeere')), 404, 'userNotFound');
  const posted = await other.post(credentialPath(id, 'Lindsay'), credentialBody('Lindsay'));
  expectProblem(posted, 404, 'userNotFound');
  expect((await owner.get(credentialPath(id, 'JohnDeere'))).status).toBe(200);
});

test('a short secret is masked whole, and a mask is refused as a secret', async () => {
  const { id } = await freshUser(owner);
  const made = await freshCredential(owner, id, 'Trimble', { clientSecret: 'hunter2', refreshToken: 'x'.repeat(12) });
  expect([made.clientSecret, made.refreshToken]).toEqual(['****', '****xxxx']);
  const masked = { ...credentialBody('Raven'), clientSecret: '****1234' };
  const problem = expectProblem(await owner.post(credentialPath(id, 'Raven'), masked), 400);
  expect(problem.fieldErrors).toEqual([{ field: 'clientSecret', message: 'is a mask; give the secret itself' }]);
});

test('of two that are attached at once, only one is', async () => {
  const { id } = await freshUser(owner);
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => owner.post(credentialPath(id, 'CNHI'), credentialBody('CNHI'))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
});

test('a repeated request with its key gets the first response, another body is refused', async () => {
  const { id } = await freshUser(owner);
  const headers = { 'idempotency-key': 'once' };
  const body = credentialBody('Stara');
  const first = await owner.post<ShownCredential>(credentialPath(id, 'Stara'), body, { headers });
  const again = await owner.post<ShownCredential>(credentialPath(id, 'Stara'), body, { headers });
  expect([again.status, again.body]).toEqual([201, first.body]);
  const other = { ...body, apiKey: 'another' };
  expectProblem(await owner.post(credentialPath(id, 'Stara'), other, { headers }), 409, 'idempotencyKeyReused');
});

test('events come in pages, in both orders, expire after 30 days, and are deleted with the credential', async () => {
  const { id } = await freshUser(owner);
  await freshCredential(owner, id, 'Raven');
  // The first says that nobody calls the provider.
  await idle();
  await noteEvents(owner, id, 'Raven', 22);
  const path = `${credentialPath(id, 'Raven')}/events`;
  const first = await owner.get<{ createdDate: string }[]>(path);
  expect([first.body.length, first.headers.get('x-total-count')]).toEqual([20, '23']);
  const newest = await owner.get<{ createdDate: string }[]>(`${path}?sort=createdDate,desc&size=3`);
  const dates = newest.body.map(({ createdDate }) => createdDate);
  expect(dates).toEqual([...dates].sort().reverse());
  expect(dates[0]).toMatch(/\.\d{6}Z$/);
  expect((dates[0] ?? '') > (first.body[0]?.createdDate ?? '')).toBe(true);
  await owner.call('DELETE', credentialPath(id, 'Raven'));
  expectProblem(await owner.get(path), 404, 'credentialNotFound');
  await idle();
  expect(await itemsNaming(table('credentials'), id)).toEqual([]);
  await freshCredential(owner, id, 'Raven');
  await idle();
  expect((await owner.get(path)).body).toMatchObject([{ statusCode: 0 }]);
});
