import { describe, expect, test } from 'vitest';
import { heldByAppKey } from '../../../domain/credentials/credential-body.ts';
import type { ServiceUser } from '../../../domain/users/service-user.ts';
import { consentProviders } from '../../../functions/areas/connecting/one-click/api.ts';
import { shareOf } from '../../thorough.ts';
import { idle } from '../cloud.ts';
import { credentialPath, type ShownCredential } from '../credentials/credential.ts';
import { eventsOf } from '../machine-files/stored-records.ts';
import { freshOwner } from '../owner.ts';
import { usersPath } from '../users/user.ts';
import { asJson, begun, callbackPath, expectNothing, problemOf } from './application.ts';
import { freshBrowser } from './browser.ts';

const owner = await freshOwner();

describe.each(consentProviders)('$key', (row) => {
  test('from the first click to the credential', async () => {
    const { svcUserId, url } = await begun(owner, row);
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
    const events = (await eventsOf(svcUserId)).filter(({ type }) => type === 'credentialsConnected');
    expect(events).toMatchObject([{ svcUserId, provider: row.key, credentialId: body.id, status: 'OK' }]);

    const again = await browser.go(back, asJson);
    expect([again.status, problemOf(again.text).errorKey]).toEqual([409, 'consentUsed']);
  });

  test('refused by the grower: nothing is attached, and the grower may start again', async () => {
    const { svcUserId, url } = await begun(owner, row);
    const browser = freshBrowser();
    const back = await browser.consent(url, 'deny');
    const page = await browser.go(back);
    expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(page.text).toContain('You did not give access');
    await expectNothing(owner, svcUserId, row);
    expect((await browser.go(await browser.consent(url))).status).toBe(200);
  });

  test.each([
    ['refused', 502, 'providerRefused'],
    ['garbled', 502, 'providerMalformed'],
    ['bare', 502, 'providerMalformed'],
  ])('%s by the provider: %d, and nothing is attached', async (plays, status, errorKey) => {
    const { svcUserId, url } = await begun(owner, row, plays);
    const browser = freshBrowser();
    const answer = await browser.go(await browser.consent(url), asJson);
    expect([answer.status, problemOf(answer.text).errorKey]).toEqual([status, errorKey]);
    await expectNothing(owner, svcUserId, row);
  });

  test('another browser, a wrong state or another provider completes nothing', async () => {
    const { svcUserId, url } = await begun(owner, row);
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
    await expectNothing(owner, svcUserId, row);
    expect((await browser.go(back)).status).toBe(200);
  });
});

test('a provider that does not answer is 504', { timeout: 60_000 }, async () => {
  // An owner has three instances of a function, each of which waits for fifteen seconds.
  const some = shareOf(consentProviders, 0, 3);
  const answers = await Promise.all(
    some.map(async (row) => {
      const { svcUserId, url } = await begun(owner, row, 'hanging');
      const browser = freshBrowser();
      const answer = await browser.go(await browser.consent(url), asJson);
      await expectNothing(owner, svcUserId, row);
      return [row.key, answer.status, problemOf(answer.text).errorKey];
    }),
  );
  expect(answers).toEqual(some.map(({ key }) => [key, 504, 'providerTimedOut']));
});
