import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MagicLink } from '../../domain/links/magic-link.ts';
import { providerOf } from '../../domain/providers/providers.ts';
import { everyAppKey } from '../api/keys/app-key.ts';
import { freshLink, type LinkTypeName } from '../api/links/link.ts';
import { freshOwner, type TestOwner } from '../api/owner.ts';
import { freshUser } from '../api/users/user.ts';
import { accessibilityProblems } from './axe.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { overhang, picture, watchedPage } from './page.ts';

const settings = { companyName: 'Prairie Advisers', backgroundColor: '#2F4A1F', disconnectEnabled: true };

describe.skipIf(noBrowser)('a grower who connects', () => {
  let browser: Browser;
  let owner: TestOwner;

  beforeAll(async () => {
    [browser, owner] = await Promise.all([launchBrowser(), freshOwner()]);
    await everyAppKey(owner);
  });

  afterAll(() => browser?.close());

  async function freshPage(type: LinkTypeName = 'provider', options = {}): Promise<MagicLink> {
    const { id } = await freshUser(owner);
    return freshLink(owner, id, type, { settings, ...options });
  }

  test('finds a provider, consents in another tab, and may end the access', async () => {
    const { page, complaints, foreign, close } = await watchedPage(browser);
    await page.goto((await freshPage()).link);
    await page.getByRole('searchbox').fill('deere');
    expect(await page.locator('.provider').count()).toBe(1);
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

  test('fills in a form where a provider has no page of consent, by keyboard alone', async () => {
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

  test('chooses organizations as a step', async () => {
    const { page, close } = await watchedPage(browser);
    const list = [
      { providerOrgId: '1', providerOrgName: 'Miller Farms', status: 'SELECTED' },
      { providerOrgId: '2', providerOrgName: 'Miller Brothers', status: 'PREVIEW' },
      {
        providerOrgId: '3',
        providerOrgName: 'North Ridge',
        status: 'BLOCKED',
        managementUri: 'https://deere.example/3',
      },
    ];
    await page.route('**/organizations?*', (route) => route.fulfill({ json: list }));
    await page.route('**/organizations/sync', (route) => route.fulfill({ status: 202, json: {} }));
    await page.route('**/organizations/2/SELECTED', (route) =>
      route.fulfill({ json: { ...list[1], status: 'SELECTED' } }),
    );
    await page.goto((await freshPage('authentication')).link);
    const opened = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Continue to John Deere' }).click();
    const consent = await opened;
    await consent.locator('#allow').click();
    await consent.getByRole('heading').waitFor();
    await consent.close();
    await page.getByRole('heading', { name: 'Which organizations?' }).waitFor();
    await page.getByText('Miller Brothers').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel('Miller Brothers').check();
    await page.waitForFunction(() => {
      const root = document.querySelector('furrow-connect')?.shadowRoot;
      return root?.querySelectorAll('.organization .badge.good').length === 2;
    });
    await picture(page, 'organizations');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'John Deere is connected' }).waitFor();
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
