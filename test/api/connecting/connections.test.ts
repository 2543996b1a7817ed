import { describe, expect, test } from 'vitest';
import { type Connection, connectable } from '../../../domain/connections/connection.ts';
import { appProviders } from '../../../functions/areas/keys/app-key-endpoints.ts';
import { idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { credentialPath, freshCredential, type ShownCredential } from '../credentials/credential.ts';
import { freshApiKey } from '../keys/api-key.ts';
import { everyAppKey, freshAppKey } from '../keys/app-key.ts';
import { freshLink, freshSession } from '../links/link.ts';
import { eventsOf } from '../machine-files/stored-records.ts';
import { type Answer, freshOwner, request, type TestOwner } from '../owner.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { freshBrowser } from './browser.ts';

const connectionsPath = (svcUserId: string) => `/services/widgets/api/users/${svcUserId}/connections`;

/** A user of an owner, with a page that acts for it by its key. */
async function freshPage(owner: TestOwner) {
  const { id: svcUserId } = await freshUser(owner);
  const { key } = await freshApiKey(owner, svcUserId);
  const headers = { 'x-api-key': key };
  const path = connectionsPath(svcUserId);
  const call = <T>(method: string, below = '', json?: object): Promise<Answer<T>> =>
    request<T>(method, path + below, { headers, ...(json && { json }) });
  const found = async (provider: string) =>
    (await call<Connection[]>('GET')).body.find((one) => one.provider === provider);
  return { svcUserId, key, headers, call, found };
}

const owner = await freshOwner();
await everyAppKey(owner);

test('all providers of pages are listed, and available where the owner has an app key', async () => {
  const fresh = await freshOwner();
  const page = await freshPage(fresh);
  const none = await page.call<Connection[]>('GET');
  expect(none.body.map(({ provider, available }) => [provider, available])).toEqual(
    connectable.map(({ key }) => [key, false]),
  );
  const row = appProviders.find(({ key }) => key === 'Trimble');
  if (row) await freshAppKey(fresh, row);
  // No provider has a URL here.
  expect(await page.found('Trimble')).toEqual({
    ...{ provider: 'Trimble', displayName: 'Trimble', site: 'trimble.com', consent: 'oauth', members: [] },
    ...{ available: true, connected: null, isCalled: false, choosesOrganizations: false },
  });
  expect(await page.found('RavenSlingshot')).toMatchObject({
    consent: 'form',
    members: [{ name: 'accessKey', kind: 'secret', required: true }],
    available: false,
  });
  expectProblem(await page.call('POST', '/Lindsay', {}), 400, 'appKeyMissing');
});

describe.each(connectable.filter(({ form }) => !form))('$key', ({ key, displayName }) => {
  test('is connected on a page with an API key, shown, and disconnected', async () => {
    const page = await freshPage(owner);
    const begun = await page.call<{ signInUrl: string }>('POST', `/${key}`, {});
    expect(begun.status).toBe(200);
    const browser = freshBrowser();
    const shown = await browser.go(await browser.consent(begun.body.signInUrl));
    expect([shown.status, shown.text.includes(displayName)]).toEqual([200, true]);
    const { connected } = (await page.found(key)) ?? {};
    expect(connected).toMatchObject({ status: 'OK', createdTime: expect.any(String) });
    const user = await request<object>('GET', `${usersPath}/${page.svcUserId}`, { headers: page.headers });
    expect(JSON.stringify(user.body)).toContain(connected?.createdTime);

    expect((await page.call('DELETE', `/${key}`)).status).toBe(204);
    expectProblem(await page.call('DELETE', `/${key}`), 404, 'credentialNotFound');
    expect(await page.found(key)).toMatchObject({ connected: null });
    await idle();
    const events = (await eventsOf(page.svcUserId))
      .map(({ type }) => type)
      .filter((type) => type.startsWith('credentials'));
    expect(events.sort()).toEqual(['credentialsConnected', 'credentialsDisconnected']);
  });
});

describe('a form', () => {
  test.each([
    ['RavenSlingshot', { accessKey: 'key-of-the-grower-1234' }, { accessKey: '****1234', appKey: expect.any(String) }],
    [
      'Stara',
      { accessTokenClient: 'client-of-the-grower-5678' },
      { accessTokenClient: '****5678', apiKey: expect.any(String), refreshToken: expect.any(String) },
    ],
  ] as const)('connects %s at once', async (key, members, expected) => {
    const page = await freshPage(owner);
    const made = await page.call<{ status: string; createdTime: string }>('POST', `/${key}`, { members });
    expect(made).toMatchObject({ status: 201, body: { status: 'OK' } });
    expect(await page.found(key)).toMatchObject({ connected: made.body });
    const { body } = await owner.get<ShownCredential>(credentialPath(page.svcUserId, key));
    expect(body).toMatchObject(expected);
    await idle();
    expect((await eventsOf(page.svcUserId)).filter(({ type }) => type === 'credentialsConnected')).toHaveLength(1);
    // A form asks for no permission, so that filling it in again would only exchange the account.
    expectProblem(await page.call('POST', `/${key}`, { members }), 409, 'credentialExists');
  });

  test.each([
    ['nothing', {}, '#/members/accessKey'],
    ['an empty text', { members: { accessKey: '' } }, '#/members/accessKey'],
    ['a blank text', { members: { accessKey: '  ' } }, '#/members/accessKey'],
    ['a mask', { members: { accessKey: '****1234' } }, '#/members/accessKey'],
    ['another member', { members: { accessKey: 'x', sharedSecret: 'very-secret' } }, '#/members/sharedSecret'],
  ])('with %s is refused, by name', async (_, body, pointer) => {
    const page = await freshPage(owner);
    const problem = expectProblem(await page.call('POST', '/RavenSlingshot', body), 400);
    expect(problem.errors?.map((error) => error.pointer)).toContain(pointer);
    expect(JSON.stringify(problem)).not.toContain('very-secret');
    expect(await page.found('RavenSlingshot')).toMatchObject({ connected: null });
  });
});

test('a key connects nothing for another user, and no provider that pages do not offer', async () => {
  const page = await freshPage(owner);
  const { id } = await freshUser(owner);
  for (const [method, below] of [
    ['GET', ''],
    ['POST', '/Trimble'],
    ['DELETE', '/Trimble'],
  ] as const) {
    const sent = { headers: page.headers, ...(method === 'POST' && { json: {} }) };
    expectProblem(await request(method, connectionsPath(id) + below, sent), 404, 'userNotFound');
  }
  for (const provider of ['Valley', 'Sentera', 'Nobody', '__proto__']) {
    expectProblem(await page.call('POST', `/${provider}`, {}), 404);
  }
});

test('a key reads the organizations of its user, selects them and has them read again', async () => {
  const page = await freshPage(owner);
  const path = `${usersPath}/${page.svcUserId}`;
  const sent = { headers: page.headers };
  expect((await request('GET', `${path}/organizations/JohnDeere`, sent)).status).toBe(200);
  expect((await request('GET', `${path}/JohnDeere/organizations`, sent)).body).toEqual([]);
  expectProblem(await request('POST', `${path}/JohnDeere/organizations/sync`, sent), 409, 'providerNotConnected');
  await freshCredential(owner, page.svcUserId, 'JohnDeere');
  expect((await request('POST', `${path}/JohnDeere/organizations/sync`, sent)).status).toBe(202);
  expectProblem(
    await request('PATCH', `${path}/JohnDeere/organizations/1/SELECTED`, sent),
    404,
    'organizationNotFound',
  );
});

describe('with the key of a link', () => {
  /** Opens a link of a new user, and returns a client with the key of its page. */
  async function opened(type: 'provider' | 'authentication' | 'file-upload', members: object) {
    const { id: svcUserId } = await freshUser(owner);
    const { apiKey } = await freshSession((await freshLink(owner, svcUserId, type, members)).id);
    const call = <T>(method: string, below = '', json?: object): Promise<Answer<T>> =>
      request<T>(method, connectionsPath(svcUserId) + below, {
        headers: { 'x-api-key': apiKey },
        ...(json && { json }),
      });
    return { svcUserId, apiKey, call };
  }

  test('only the providers of the link are listed and connected', async () => {
    const provider = await opened('provider', { allowedProviders: ['Trimble', 'AgLeader'] });
    const { body } = await provider.call<Connection[]>('GET');
    expect(body.map((one) => one.provider).sort()).toEqual(['AgLeader', 'Trimble']);
    expect((await provider.call('POST', '/Trimble', {})).status).toBe(200);
    expectProblem(await provider.call('POST', '/Lindsay', {}), 403, 'linkDoesNotAllow');
    const single = await opened('authentication', { provider: 'Lindsay' });
    expect((await single.call<Connection[]>('GET')).body.map((one) => one.provider)).toEqual(['Lindsay']);
    expect((await single.call('POST', '/Lindsay', {})).status).toBe(200);
    expectProblem(await single.call('POST', '/Trimble', {}), 403, 'linkDoesNotAllow');
  });

  test('an account can be disconnected only where the link allows it', async () => {
    for (const [disconnectEnabled, status] of [
      [false, 403],
      [true, 204],
    ] as const) {
      const page = await opened('authentication', { provider: 'RavenSlingshot', settings: { disconnectEnabled } });
      await page.call('POST', '/RavenSlingshot', { members: { accessKey: 'key-of-the-grower-1234' } });
      expect((await page.call('DELETE', '/RavenSlingshot')).status).toBe(status);
    }
  });

  test('a link for files connects nothing, and one for a provider reads its organizations only', async () => {
    const files = await opened('file-upload', {});
    expectProblem(await files.call('GET'), 403, 'linkDoesNotAllow');
    const trimble = await opened('authentication', { provider: 'Trimble' });
    const sent = { headers: { 'x-api-key': trimble.apiKey } };
    const path = `${usersPath}/${trimble.svcUserId}`;
    expect((await request('GET', `${path}/organizations/Trimble`, sent)).status).toBe(200);
    expectProblem(await request('GET', `${path}/organizations/JohnDeere`, sent), 403, 'linkDoesNotAllow');
    expectProblem(await request('POST', `${path}/JohnDeere/organizations/sync`, sent), 403, 'linkDoesNotAllow');
  });
});
