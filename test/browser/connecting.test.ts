import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MagicLink } from '../../domain/links/magic-link.ts';
import { providerOf } from '../../domain/providers/providers.ts';
import { appProviders } from '../../functions/areas/keys/app-key-endpoints.ts';
import { type ScriptedProvider, startScriptedProvider } from '../../local/demo/scripted-provider.ts';
import { idle } from '../api/cloud.ts';
import { credentialPath } from '../api/credentials/credential.ts';
import { appKeyPath, everyAppKey, freshAppKey } from '../api/keys/app-key.ts';
import { freshLink, type LinkTypeName } from '../api/links/link.ts';
import { freshOwner, type TestOwner } from '../api/owner.ts';
import { connect } from '../api/sync/connected-user.ts';
import { freshUser, usersPath } from '../api/users/user.ts';
import { accessibilityProblems } from './axe.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { overhang, picture, watchedPage } from './page.ts';

const settings = { companyName: 'Prairie Advisers', backgroundColor: '#2F4A1F', disconnectEnabled: true };

describe.skipIf(noBrowser)('a grower who connects', () => {
  let browser: Browser;
  let owner: TestOwner;
  let provider: ScriptedProvider;

  beforeAll(async () => {
    [browser, owner, provider] = await Promise.all([launchBrowser(), freshOwner(), startScriptedProvider()]);
    await everyAppKey(owner);
  });

  afterAll(async () => {
    await browser?.close();
    await provider?.close();
  });

  async function freshPage(type: LinkTypeName = 'provider', options = {}): Promise<MagicLink> {
    const { id } = await freshUser(owner);
    return freshLink(owner, id, type, { settings, ...options });
  }

  test('finds a provider, consents in another tab, and may end the access', async () => {
    const { page, complaints, foreign, close } = await watchedPage(browser);
    await page.goto((await freshPage()).link);
    await page.getByRole('searchbox').fill('deere');
    await expect.poll(() => page.locator('.provider').count()).toBe(1);
    await page.getByRole('searchbox').fill('');
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
    await picture(page, 'providers');

    await page.locator('[data-provider=Trimble]').click();
    expect(await page.getByText('Prairie Advisers asks for access').count()).toBe(1);
    const opened = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Continue to Trimble' }).click();
    const consent = await opened;
    await page.getByText('Waiting for your consent').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await consent.locator('#allow').click();
    await consent.getByRole('heading').waitFor();
    await consent.close();

    await page.getByRole('heading', { name: 'Trimble is connected' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'connected');
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('button', { name: 'Yes, disconnect' }).click();
    await page.getByRole('button', { name: 'Continue to Trimble' }).waitFor();
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
    await close();
  });

  test('fills in a form where a provider has no page of consent, with the keyboard only', async () => {
    const { page, close } = await watchedPage(browser, { colorScheme: 'dark' });
    await page.goto((await freshPage()).link);
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('slingshot');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { level: 1 });
    await page.locator('input[name=accessKey]').waitFor();
    expect(await heading.evaluate((element) => element.matches(':focus'))).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Please fill this in.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'form-dark');
    await page.keyboard.type('a key from the grower');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /is connected/ }).waitFor();
    await page.getByRole('button', { name: 'Connect another provider' }).click();
    expect(await page.locator('.provider').first().innerText()).toContain('Connected');
    await close();
  });

  // A grant of each kind: with a proof key, with the application in the form or in the header, of both generations of a platform.
  test.each(['Lindsay', 'CNHI', 'CNHIFieldOps', 'ClimateFieldView', 'AgLeader'] as const)(
    'consents at %s',
    async (provider) => {
      const { page, complaints, foreign, close } = await watchedPage(browser);
      await page.goto((await freshPage('authentication', { provider })).link);
      const opened = page.context().waitForEvent('page');
      await page.getByRole('button', { name: `Continue to ${providerOf(provider).displayName}` }).click();
      const consent = await opened;
      await consent.locator('#allow').click();
      await consent.getByRole('heading').waitFor();
      await consent.close();
      await page.getByRole('heading', { name: `${providerOf(provider).displayName} is connected` }).waitFor();
      expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
      await close();
    },
  );

  test('gives Stara a token of the account, which becomes a credential at once', async () => {
    const { page, close } = await watchedPage(browser);
    await page.goto((await freshPage('authentication', { provider: 'Stara' })).link);
    await page.locator('input[name=accessTokenClient]').fill('a token from the grower');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Stara is connected' }).waitFor();
    await close();
  });

  test('consents to an organization at the provider, selects it, ends the access there and gives it again', async () => {
    const fresh = await freshOwner();
    const row = appProviders.find(({ key }) => key === 'JohnDeere');
    if (!row) throw new Error('John Deere has no app keys');
    const appKey = await freshAppKey(fresh, row);
    const clientSecret = `secret-${crypto.randomUUID()}`;
    const replaceAppKey = () =>
      fresh.call('PUT', appKeyPath(row, appKey), { json: { clientKey: 'app', clientSecret } });
    await replaceAppKey();
    const { id } = await freshUser(fresh);
    await connect(fresh, id, 'JohnDeere', provider.endpoint);
    provider.grant(clientSecret, { account: id });
    const account = provider.account(id);
    const at = (path: string) => `${provider.endpoint}/${id}/${path}`;
    account.putOrganization({ id: '1', name: 'Miller Farms', managementUri: at('connections-dialog') });
    account.putOrganization({ id: '3', name: 'North Ridge', managementUri: at('consent/3') });

    const { page, complaints, foreign, close } = await watchedPage(browser);
    const inNewTab = async (open: () => Promise<unknown>, button: string) => {
      const opened = page.context().waitForEvent('page');
      await open();
      const tab = await opened;
      await tab.locator(button).click();
      await tab.getByRole('heading').first().waitFor();
      await tab.waitForURL((url) => !url.href.includes('authorize'));
      await tab.close();
    };
    await page.goto((await freshLink(fresh, id, 'authentication', { settings })).link);
    const consent = () => page.getByRole('button', { name: 'Continue to John Deere' }).click();
    await inNewTab(consent, '#allow');
    await page.getByRole('heading', { name: 'Which organizations?' }).waitFor();
    await page.getByLabel('Miller Farms').waitFor();
    const step = page.getByRole('link', { name: 'North Ridge' });
    await step.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'organizations-consent');
    await inNewTab(() => step.click(), '#answer');
    while ((await page.getByLabel('North Ridge').count()) === 0) {
      await page.getByRole('button', { name: 'Check again' }).click();
      await page.waitForTimeout(500);
    }
    await page.getByLabel('North Ridge').check();
    await page.waitForFunction(() => {
      const root = document.querySelector('furrow-connect')?.shadowRoot;
      return root?.querySelectorAll('.organization .badge.good').length === 2;
    });
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'organizations');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'John Deere is connected' }).waitFor();
    expect((await fresh.get(`${usersPath}/${id}/JohnDeere/organizations`)).body).toMatchObject([
      { providerOrgId: '1', status: 'SELECTED' },
      { providerOrgId: '3', status: 'SELECTED' },
    ]);

    // The grower ends the access at the provider, which the next call notices.
    await inNewTab(() => page.evaluate((url) => void window.open(url), at('access')), '#answer');
    await idle();
    await replaceAppKey();
    await idle();
    await page.reload();
    await page.getByText('no longer accepts your earlier consent').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'consent-again');
    await inNewTab(consent, '#allow');
    await page.getByRole('heading', { name: 'Which organizations?' }).waitFor();
    await idle();
    expect((await fresh.get(credentialPath(id, 'JohnDeere'))).body).toMatchObject({ status: 'OK' });
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
    await close();
  });

  test.each([
    ['pt-BR', 'Continuar para John Deere'],
    ['es-ES', 'Continuar a John Deere'],
    ['fr-FR', 'Continuer vers John Deere'],
  ])('reads %s', async (locale, button) => {
    const { page, close } = await watchedPage(browser, { locale });
    await page.goto((await freshPage('authentication')).link);
    await page.getByRole('button', { name: button }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
    await picture(page, `consent-${locale}`);
    await close();
  });
});
