import { beforeAll, describe, expect, test } from 'vitest';
import { credentialStore } from '../../../adapters/aws/dynamodb/credentials/credential-store.ts';
import { newId } from '../../../adapters/system.ts';
import type { SealedCredential } from '../../../domain/credentials/credential.ts';
import { consentProviders } from '../../../functions/areas/connecting/one-click/api.ts';
import { advance, cloudClock, table } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { apiKeysPath, freshApiKey } from '../keys/api-key.ts';
import { freshLink, freshSession, haveAppKey, openLink, widgetsService } from '../links/link.ts';
import { freshOwner, request } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { asJson, expectNothing, problemOf, type Row } from './application.ts';
import { type Browser, freshBrowser, type Shown } from './browser.ts';

const owner = await freshOwner();
beforeAll(() => haveAppKey(owner));
const [deere] = consentProviders.filter(({ key }) => key === 'JohnDeere') as [Row];

/** A page that may connect an account of a user: with its key, and what deletes that which gave it the key. */
interface Page {
  svcUserId: string;
  /** The id of the link or API key among those of its owner. */
  id: string;
  key: string;
  revoke(): Promise<unknown>;
}

async function linkPage(members: object = {}): Promise<Page> {
  const { id: svcUserId } = await freshUser(owner);
  const { id } = await freshLink(owner, svcUserId, 'provider', members);
  const { apiKey: key } = await freshSession(id);
  return { svcUserId, id, key, revoke: () => owner.call('DELETE', `${widgetsService}/magic-link/provider/${id}`) };
}

async function keyPage(): Promise<Page> {
  const { id: svcUserId } = await freshUser(owner);
  const { id, key } = await freshApiKey(owner, svcUserId);
  return { svcUserId, id, key, revoke: () => owner.call('DELETE', `${apiKeysPath}/${id}`) };
}

async function begin({ svcUserId, key }: Page): Promise<string> {
  const path = `${widgetsService}/users/${svcUserId}/connections/JohnDeere`;
  const sent = { json: {}, headers: { 'x-api-key': key } };
  const { status, body } = await request<{ signInUrl: string }>('POST', path, sent);
  expect(status).toBe(200);
  return body.signInUrl;
}

async function expectRevoked(browser: Browser, url: string): Promise<void> {
  const answer = await browser.go(url, asJson);
  expect([answer.status, problemOf(answer.text).errorKey]).toEqual([410, 'consentRevoked']);
  expect(answer.headers.get('set-cookie')).toBeNull();
}

describe.each([
  ['a link', 'deleted', linkPage],
  ['an API key', 'revoked', keyPage],
])('a consent that %s began, which is then %s', (_, __, freshPage) => {
  test('is refused at its start, in words that a grower understands', async () => {
    const page = await freshPage();
    const url = await begin(page);
    await page.revoke();
    await expectRevoked(freshBrowser(), url);
    const shown = await freshBrowser().go(url);
    expect([shown.status, shown.text.includes('This sign-in is no longer possible')]).toEqual([410, true]);
    await expectNothing(owner, page.svcUserId, deere);
  });

  test('is refused when the browser comes back from the provider', async () => {
    const page = await freshPage();
    const browser = freshBrowser();
    const back = await browser.consent(await begin(page));
    await page.revoke();
    await expectRevoked(browser, back);
    await expectNothing(owner, page.svcUserId, deere);
  });
});

describe('the transaction that attaches a credential', () => {
  const stores = {
    credentials: table('credentials'),
    users: table('users'),
    events: table('events'),
    keys: table('keys'),
  };
  const credentials = credentialStore({ ...stores, clock: cloudClock, newId });
  const credential = (): SealedCredential => ({
    ...{ id: newId(), provider: 'JohnDeere', status: 'OK', createdTime: '2026-05-01T00:00:00.000000Z' },
    ...{ shown: {}, sealed: {} },
  });

  test('holds nothing of a link or an API key that is deleted while the code is exchanged', async () => {
    const [key, other] = [await keyPage(), await keyPage()];
    const origins = [
      [key.svcUserId, { apiKeyId: key.id }],
      [other.svcUserId, { link: { widget: 'PROVIDER', id: newId() } }],
    ] as const;
    await key.revoke();
    for (const [svcUserId, origin] of origins) {
      const connected = credentials.connect(owner.owner.id, svcUserId, credential(), { origin, keepsHealthy: false });
      await expect(connected).rejects.toMatchObject({ errorKey: 'consentRevoked' });
      await expectNothing(owner, svcUserId, deere);
    }
  });
});

/** Agrees on the page of the provider, where the browser has been all the time, and comes back. */
async function agree(browser: Browser, { location }: Shown): Promise<Shown> {
  return browser.go((await browser.go(`${location}&answer=allow`)).location);
}

describe('a consent that was begun', () => {
  test('may finish after its link has expired, which opens no new session', async () => {
    const page = await linkPage({ expiresIn: 900 });
    await advance({ minutes: 12 });
    const [browser, late] = [freshBrowser(), freshBrowser()];
    const [url, sent] = [await begin(page), await browser.go(await begin(page))];
    await advance({ minutes: 5 });
    expectProblem(await openLink(page.id), 410, 'linkExpired');
    expect((await agree(browser, sent)).status).toBe(200);
    // The sign-in URL of a click before the end opens, too.
    expect((await late.go(await late.consent(url))).status).toBe(200);
  });

  test('may finish after its link has been used up, which opens no new session', async () => {
    const page = await linkPage({ maxUsage: 1 });
    const browser = freshBrowser();
    const url = await begin(page);
    expectProblem(await openLink(page.id), 410, 'linkExhausted');
    expect((await browser.go(await browser.consent(url))).status).toBe(200);
  });

  test('may finish after its API key has expired', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const { id, key } = await freshApiKey(owner, svcUserId, { expiresIn: 900 });
    await advance({ minutes: 12 });
    const browser = freshBrowser();
    const sent = await browser.go(await begin({ svcUserId, id, key, revoke: async () => {} }));
    await advance({ minutes: 5 });
    expect((await agree(browser, sent)).status).toBe(200);
  });
});
