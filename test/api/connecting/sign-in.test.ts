import { describe, expect, test } from 'vitest';
import { consentProviders } from '../../../functions/areas/connecting/one-click/api.ts';
import { advance, cloud } from '../cloud.ts';
import { credentialPath, type ShownCredential } from '../credentials/credential.ts';
import { freshOwner } from '../owner.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { asJson, begun, callbackPath, expectNothing, freshApplication, problemOf, type Row } from './application.ts';
import { freshBrowser } from './browser.ts';

const owner = await freshOwner();

const [deere] = consentProviders.filter(({ key }) => key === 'JohnDeere') as [Row];

describe('a sign-in URL', () => {
  test('can be opened by a link preview too, without affecting the grower', async () => {
    const { url } = await begun(owner, deere);
    const head = await fetch(url, { method: 'HEAD', redirect: 'manual' });
    expect([head.status, head.headers.get('set-cookie')]).toEqual([204, null]);
    await freshBrowser().go(url);
    const browser = freshBrowser();
    expect((await browser.go(await browser.consent(url))).status).toBe(200);
  });

  test('sets a cookie hidden from scripts, other sites and other paths', async () => {
    const { url } = await begun(owner, deere);
    const browser = freshBrowser();
    const sent = await browser.go(url);
    expect(sent.headers.get('cache-control')).toBe('no-store');
    const [cookie] = [...browser.cookies.values()];
    expect(cookie?.text).toMatch(
      /^furrow-consent-[\w-]{16}=[\w-]{43}; Path=\/services\/usermanagement\/api\/users\/one-click-integration\/JohnDeere\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    expect(new URL(sent.location).searchParams.get('state')).toMatch(/^[\w-]{43}$/);
  });

  test('is refused with another ticket or provider, expires after ten minutes, and opens at most twenty times', async () => {
    const { url } = await begun(owner, deere);
    const browser = freshBrowser();
    for (const wrong of [`${url}x`, url.replace('/JohnDeere/', '/CNHI/'), url.replace('/JohnDeere/', '/Valley/')]) {
      const answer = await browser.go(wrong, asJson);
      expect([answer.status, problemOf(answer.text).errorKey]).toEqual([400, 'consentUnknown']);
    }
    // One of the wrong requests opened it, too.
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

test('a state expires after ten minutes', async () => {
  const { svcUserId, url } = await begun(owner, deere);
  const browser = freshBrowser();
  const back = await browser.consent(url);
  await advance({ minutes: 11 });
  expect((await browser.go(url)).status).toBe(410);
  const answer = await browser.go(back, asJson);
  expect([answer.status, problemOf(answer.text).errorKey]).toEqual([410, 'consentExpired']);
  await expectNothing(owner, svcUserId, deere);
});

test('of two consents for one user, the second renews the credential of the first', async () => {
  const { svcUserId, url } = await begun(owner, deere);
  const [first, second] = [freshBrowser(), freshBrowser()];
  const backs = [await first.consent(url), await second.consent(url)] as const;
  const shown = async () => (await owner.get<ShownCredential>(credentialPath(svcUserId, 'JohnDeere'))).body;
  expect((await first.go(backs[0])).status).toBe(200);
  const before = await shown();
  expect((await second.go(backs[1])).status).toBe(200);
  const { id, createdTime, refreshToken } = await shown();
  expect([id, createdTime]).toEqual([before.id, before.createdTime]);
  expect(refreshToken).not.toBe(before.refreshToken);
});

test('of consents that end at once, all succeed on one credential', async () => {
  const { svcUserId, url } = await begun(owner, deere);
  const browsers = [freshBrowser(), freshBrowser(), freshBrowser()];
  const backs = await Promise.all(browsers.map((browser) => browser.consent(url)));
  const answers = await Promise.all(browsers.map((browser, index) => browser.go(backs[index] ?? '')));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await owner.get(credentialPath(svcUserId, 'JohnDeere'))).status).toBe(200);
});

test('a code that the provider does not know is 400', async () => {
  const { svcUserId, url } = await begun(owner, deere);
  const browser = freshBrowser();
  const back = new URL(await browser.consent(url));
  back.searchParams.set('code', 'another');
  const answer = await browser.go(back.href, asJson);
  expect([answer.status, problemOf(answer.text).errorKey]).toEqual([400, 'grantRefused']);
  await expectNothing(owner, svcUserId, deere);
});

test('a state claimed by two requests at once completes one consent', async () => {
  const { url } = await begun(owner, deere);
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

test('the account of a deleted user is not connected', async () => {
  const { svcUserId, url } = await begun(owner, deere);
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
  const { url } = await begun(owner, deere);
  const browser = freshBrowser('text/html', language);
  expect((await browser.go(await browser.consent(url))).text).toContain(words);
});

test('nothing of a request appears in a page', async () => {
  const hostile = encodeURIComponent('<script>alert(1)</script>"\'');
  const browser = freshBrowser();
  const { url } = await begun(owner, deere);
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
