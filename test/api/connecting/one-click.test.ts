import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { heldByAppKey } from '../../../domain/credentials/credential-body.ts';
import type { ServiceUser } from '../../../domain/users/service-user.ts';
import { consentProviders } from '../../../functions/areas/connecting/one-click/api.ts';
import { advance, cloud, idle, table } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { credentialPath, freshCredential, type ShownCredential } from '../credentials/credential.ts';
import { eventsOf } from '../machine-files/stored-records.ts';
import { freshOwner } from '../owner.ts';
import { itemsNaming } from '../stored.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { applicationOf, callbackPath, freshApplication, type Row, signInUrl } from './application.ts';
import { freshBrowser } from './browser.ts';

const owner = await freshOwner();

/** A user, and where a browser begins to connect its account. */
async function begun(row: Row, plays?: string): Promise<{ svcUserId: string; url: string }> {
  const { id: svcUserId } = await freshUser(owner);
  return { svcUserId, url: await signInUrl(owner, svcUserId, row, await freshApplication(owner, row, plays)) };
}

async function expectNothing(svcUserId: string, row: Row): Promise<void> {
  expectProblem(await owner.get(credentialPath(svcUserId, row.key)), 404, 'credentialNotFound');
}

const asJson = { accept: 'application/json' };
const problemOf = (text: string) => JSON.parse(text) as { status: number; errorKey: string; detail: string };

describe.each(consentProviders)('$key', (row) => {
  test('from the first click to the credential', async () => {
    const { svcUserId, url } = await begun(row);
    const browser = freshBrowser();
    const back = await browser.consent(url);
    expect(new URL(back).pathname).toBe(callbackPath(row.key));
    const page = await browser.go(back);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain(`Your ${row.displayName} account is connected`);
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-.+ frame-ancestors 'none'$/,
    );
    expect([page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ]);

    const { body } = await owner.get<ShownCredential>(credentialPath(svcUserId, row.key));
    expect(body).toMatchObject({ status: 'OK', refreshToken: expect.stringMatching(/^\*{4}.{4}$/) });
    for (const name of Object.keys(row.grant?.answered ?? {})) expect(body[name]).toBeTruthy();
    for (const name of heldByAppKey(row)) expect(name in body).toBe(false);
    const user = await owner.get<ServiceUser>(`${usersPath}/${svcUserId}`);
    expect(user.body).toMatchObject({ [row.userProperty]: { id: body.id, status: 'OK' } });
    await idle();
    const told = (await eventsOf(svcUserId)).filter(({ type }) => type === 'credentialsConnected');
    expect(told).toMatchObject([{ svcUserId, provider: row.key, credentialId: body.id, status: 'OK' }]);

    const again = await browser.go(back, asJson);
    expect([again.status, problemOf(again.text).errorKey]).toEqual([409, 'consentUsed']);
  });

  test('refused by the grower: nothing is attached, and the grower may begin anew', async () => {
    const { svcUserId, url } = await begun(row);
    const browser = freshBrowser();
    const back = await browser.consent(url, 'deny');
    const page = await browser.go(back);
    expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(page.text).toContain('You did not give access');
    await expectNothing(svcUserId, row);
    expect((await browser.go(await browser.consent(url))).status).toBe(200);
  });

  test.each([
    ['refused', 502, 'providerRefused'],
    ['garbled', 502, 'providerMalformed'],
    ['bare', 502, 'providerMalformed'],
  ])('%s by the provider: %d, and nothing is attached', async (plays, status, errorKey) => {
    const { svcUserId, url } = await begun(row, plays);
    const browser = freshBrowser();
    const answer = await browser.go(await browser.consent(url), asJson);
    expect([answer.status, problemOf(answer.text).errorKey]).toEqual([status, errorKey]);
    await expectNothing(svcUserId, row);
  });

  test('another browser, a wrong state and another provider end nothing', async () => {
    const { svcUserId, url } = await begun(row);
    const browser = freshBrowser();
    const back = await browser.consent(url);
    const foreign = await freshBrowser().go(back, asJson);
    expect([foreign.status, problemOf(foreign.text).errorKey]).toEqual([403, 'consentForeign']);
    const wrong = new URL(back);
    wrong.searchParams.set('state', 'A'.repeat(43));
    const elsewhere = back.replace(`/${row.key}/`, row.key === 'Raven' ? '/Trimble/' : '/Raven/');
    for (const target of [wrong.href, elsewhere, back.split('?')[0] ?? '']) {
      const answer = await browser.go(target, asJson);
      expect([answer.status, problemOf(answer.text).errorKey]).toEqual([400, 'consentUnknown']);
    }
    await expectNothing(svcUserId, row);
    expect((await browser.go(back)).status).toBe(200);
  });
});

test('a provider that does not answer is 504, whichever it is', { timeout: 60_000 }, async () => {
  const answers = await Promise.all(
    consentProviders.map(async (row) => {
      const { svcUserId, url } = await begun(row, 'hanging');
      const browser = freshBrowser();
      const answer = await browser.go(await browser.consent(url), asJson);
      await expectNothing(svcUserId, row);
      return [row.key, answer.status, problemOf(answer.text).errorKey];
    }),
  );
  expect(answers).toEqual(consentProviders.map(({ key }) => [key, 504, 'providerTimedOut']));
});

const [deere] = consentProviders.filter(({ key }) => key === 'JohnDeere') as [Row];

describe('a sign-in URL', () => {
  test('is opened by a preview, too, which takes nothing from the grower', async () => {
    const { url } = await begun(deere);
    const head = await fetch(url, { method: 'HEAD', redirect: 'manual' });
    expect([head.status, head.headers.get('set-cookie')]).toEqual([204, null]);
    await freshBrowser().go(url);
    const browser = freshBrowser();
    expect((await browser.go(await browser.consent(url))).status).toBe(200);
  });

  test('has a cookie that scripts, other sites and other paths do not get', async () => {
    const { url } = await begun(deere);
    const browser = freshBrowser();
    const sent = await browser.go(url);
    expect(sent.headers.get('cache-control')).toBe('no-store');
    const [cookie] = [...browser.cookies.values()];
    expect(cookie?.text).toMatch(
      /^furrow-consent-[\w-]{16}=[\w-]{43}; Path=\/services\/usermanagement\/api\/users\/one-click-integration\/JohnDeere\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    expect(new URL(sent.location).searchParams.get('state')).toMatch(/^[\w-]{43}$/);
  });

  test('is unknown with another ticket or provider, over after ten minutes, and opened twenty times at most', async () => {
    const { url } = await begun(deere);
    const browser = freshBrowser();
    for (const wrong of [`${url}x`, url.replace('/JohnDeere/', '/CNHI/'), url.replace('/JohnDeere/', '/Valley/')]) {
      const answer = await browser.go(wrong, asJson);
      expect([answer.status, problemOf(answer.text).errorKey]).toEqual([400, 'consentUnknown']);
    }
    // One of the wrong ones opened it, too.
    for (let opened = 1; opened < 20; opened += 1) expect((await browser.go(url)).status).toBe(303);
    expect((await browser.go(url)).status).toBe(410);
  });

  test('is the same under both bases, and the redirect URI never has a stage', async () => {
    const { id } = await freshUser(owner);
    const path = `${usersPath}/${id}/one-click-integration/JohnDeere`;
    const application = await freshApplication(owner, deere);
    const { body } = await owner.post<{ signInUrl: string }>(path, application, { stage: 'access' });
    const sent = await freshBrowser().go(body.signInUrl);
    expect(new URL(sent.location).searchParams.get('redirect_uri')).toBe(
      `${cloud.baseUrl}${callbackPath('JohnDeere')}`,
    );
  });
});

test('a state is over after ten minutes', async () => {
  const { svcUserId, url } = await begun(deere);
  const browser = freshBrowser();
  const back = await browser.consent(url);
  await advance({ minutes: 11 });
  expect((await browser.go(url)).status).toBe(410);
  const answer = await browser.go(back, asJson);
  expect([answer.status, problemOf(answer.text).errorKey]).toEqual([410, 'consentExpired']);
  await expectNothing(svcUserId, deere);
});

test('of two consents for one user, the second is told that an account is connected', async () => {
  const { svcUserId, url } = await begun(deere);
  const [first, second] = [freshBrowser(), freshBrowser()];
  const backs = [await first.consent(url), await second.consent(url)] as const;
  expect((await first.go(backs[0])).status).toBe(200);
  const page = await second.go(backs[1]);
  expect([page.status, page.text.includes('already connected')]).toEqual([409, true]);
  const path = `${usersPath}/${svcUserId}/one-click-integration/JohnDeere`;
  expectProblem(await owner.post(path, {}), 409, 'credentialExists');
});

test('a state that is claimed at once by two requests ends one consent', async () => {
  const { url } = await begun(deere);
  const browser = freshBrowser();
  const back = await browser.consent(url);
  const answers = await Promise.all([1, 2, 3].map(() => browser.go(back, asJson)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const whole = answers.find(({ status }) => status === 200);
  expect(JSON.parse(whole?.text ?? '')).toEqual({
    status: 'CREDENTIAL_ASSIGNED',
    message: 'The account at John Deere is connected.',
    connectedOrganizations: [],
    notConnectedOrganizations: [],
  });
});

test('the account of a user who is gone is not connected', async () => {
  const { svcUserId, url } = await begun(deere);
  const browser = freshBrowser();
  const back = await browser.consent(url);
  await owner.call('DELETE', `${usersPath}/${svcUserId}`);
  const answer = await browser.go(back, asJson);
  expect([answer.status, problemOf(answer.text).errorKey]).toEqual([404, 'userNotFound']);
});

test.each([
  ['pt-BR,pt;q=0.9', 'está conectada'],
  ['es-AR', 'está conectada'],
  ['fr', 'est connecté'],
  ['de,fr;q=0.5', 'est connecté'],
  ['ja', 'is connected'],
  ['', 'is connected'],
])('the page is in the language of %j', async (language, words) => {
  const { url } = await begun(deere);
  const browser = freshBrowser('text/html', language);
  expect((await browser.go(await browser.consent(url))).text).toContain(words);
});

test('nothing of a request is in a page', async () => {
  const hostile = encodeURIComponent('<script>alert(1)</script>"\'');
  const browser = freshBrowser();
  const { url } = await begun(deere);
  const back = await browser.consent(url, 'deny');
  const state = new URL(back).searchParams.get('state');
  const query = `state=${state}&error=${hostile}&error_description=${hostile}&redirect_uri=${hostile}&code=${hostile}`;
  for (const address of [`${callbackPath('JohnDeere')}?${query}`, `${callbackPath('JohnDeere')}?state=${hostile}`]) {
    const page = await browser.go(`${cloud.baseUrl}${address}`);
    expect(page.status).toBe(400);
    expect(page.text).not.toContain('alert');
    expect(page.text).not.toContain('script');
    expect(page.headers.get('location')).toBeNull();
  }
});

describe('the application', () => {
  const path = (id: string, key: string) => `${usersPath}/${id}/one-click-integration/${key}`;

  test('may be sent with the request, as clients know it, and is kept with the credential', async () => {
    for (const row of consentProviders) {
      const { id } = await freshUser(owner);
      const url = await signInUrl(owner, id, row, { ...applicationOf(row), clientEnvironment: 'STAGE' });
      const browser = freshBrowser();
      expect((await browser.go(await browser.consent(url))).status).toBe(200);
      const { body } = await owner.get<ShownCredential>(credentialPath(id, row.key));
      expect(body.appKey).toBeUndefined();
      const kept = Object.entries(row.credential.members).filter(
        ([, { kind, required }]) => required && kind !== 'withheld',
      );
      for (const [name] of kept) expect([row.key, name, typeof body[name]]).toEqual([row.key, name, 'string']);
    }
  });

  test('is the newest app key for PRODUCTION, else for STAGE, and missing without one', async () => {
    const fresh = await freshOwner();
    const { id } = await freshUser(fresh);
    expect(expectProblem(await fresh.post(path(id, 'JohnDeere'), {}), 400, 'appKeyMissing').detail).toContain(
      'JohnDeere',
    );
    expectProblem(await fresh.post(path(id, 'JohnDeere'), { appKey: 'No such' }), 400, 'appKeyMissing');
    await freshApplication(fresh, deere);
    expect((await fresh.post(path(id, 'JohnDeere'), {})).status).toBe(200);
    expectProblem(await fresh.post(path(id, 'JohnDeere'), { clientEnvironment: 'PRODUCTION' }), 400, 'appKeyMissing');
  });

  test('is whole, and not beside an app key', async () => {
    const { id } = await freshUser(owner);
    const half = expectProblem(await owner.post(path(id, 'JohnDeere'), { clientKey: 'app' }), 400);
    expect(half.fieldErrors?.map(({ field }) => field)).toEqual(['clientSecret']);
    const both = { ...applicationOf(deere), appKey: 'My app' };
    const twice = expectProblem(await owner.post(path(id, 'JohnDeere'), both), 400);
    expect(twice.fieldErrors?.map(({ field }) => field)).toEqual(['appKey']);
  });

  test('that is deleted meanwhile connects nothing', async () => {
    const { id } = await freshUser(owner);
    const application = await freshApplication(owner, deere);
    const browser = freshBrowser();
    const back = await browser.consent(await signInUrl(owner, id, deere, application));
    await owner.call('DELETE', `/services/usermanagement/api/app-keys/JohnDeere/${application.appKey}/STAGE`);
    const answer = await browser.go(back, asJson);
    expect([answer.status, problemOf(answer.text).errorKey]).toEqual([400, 'appKeyMissing']);
  });

  test('of another owner’s user is not begun for', async () => {
    const { id } = await freshUser(owner);
    expectProblem(await (await freshOwner()).post(path(id, 'JohnDeere'), {}), 404, 'userNotFound');
  });
});

test('no ticket, state, cookie, verifier or secret is stored or logged in clear', async () => {
  const row = consentProviders.find(({ key }) => key === 'Lindsay') as Row;
  const { id } = await freshUser(owner);
  const application = { ...applicationOf(row), clientSecret: `secret-${crypto.randomUUID()}` };
  const url = await signInUrl(owner, id, row, application);
  const browser = freshBrowser();
  const back = await browser.consent(url);
  const cookies = [...browser.cookies.values()].map(({ value }) => value);
  const state = new URL(back).searchParams.get('state') ?? '';
  await browser.go(back);
  await idle();
  const secrets = [url.split('/').at(-1) ?? '', state, ...cookies, application.clientSecret];
  const items = await Promise.all(
    (['requests', 'credentials', 'events'] as const).map((name) => itemsNaming(table(name), '')),
  );
  const places = JSON.stringify(items) + readFileSync(cloud.logFile, 'utf8');
  expect(secrets.filter((secret) => secret.length < 20 || places.includes(secret))).toEqual([]);
});

test('a user that has a credential is told before the grower goes anywhere', async () => {
  const { id } = await freshUser(owner);
  await freshCredential(owner, id, 'CNHI');
  expectProblem(await owner.post(`${usersPath}/${id}/one-click-integration/CNHI`, {}), 409, 'credentialExists');
});
