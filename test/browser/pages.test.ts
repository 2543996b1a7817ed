import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { advance, cloud } from '../api/cloud.ts';
import { freshLink, openLink, widgetsService } from '../api/links/link.ts';
import { freshOwner, type TestOwner } from '../api/owner.ts';
import { freshUser } from '../api/users/user.ts';
import { accessibilityProblems } from './axe.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { overhang, picture, watchedPage } from './page.ts';

describe.skipIf(noBrowser)('the landing page', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser?.close());

  test('shows the URL of the API, draws the demo fields, and creates links that open', async () => {
    const { page, complaints, foreign, close } = await watchedPage(browser);
    await page.goto(cloud.baseUrl);
    await expect
      .poll(() => page.locator('code').allInnerTexts())
      .toEqual(
        expect.arrayContaining([cloud.baseUrl, `${cloud.baseUrl}/v2`, cloud.demo.username, cloud.demo.password]),
      );
    // A cloud that other tests have used may have the fields already.
    await page.locator('.no-land button, .land-map').first().waitFor();
    const sample = page.getByRole('button', { name: 'Upload the sample' });
    if ((await sample.count()) > 0) await sample.click();
    await page.locator('.land-map .shape').nth(5).waitFor();
    for (const type of ['provider', 'authentication', 'file-upload']) {
      const opened = page.context().waitForEvent('page');
      await page.locator(`[data-link=${type}]`).click();
      const link = await opened;
      await link.locator('furrow-connect, furrow-upload').waitFor();
      await link.close();
    }
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
    await picture(page, 'landing');
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
    await close();
  });

  test('has the components to try, which report events', async () => {
    const { page, close } = await watchedPage(browser, { viewport: { width: 900, height: 900 } });
    await page.goto(`${cloud.baseUrl}/components`);
    await page.getByRole('button', { name: 'Make a key for the demo user' }).click();
    await page.locator('[data-provider=JohnDeere]').waitFor();
    await page.getByText('providerWidgetStatus {"code":0').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel('isDarkMode').check();
    await page.getByLabel('locale').selectOption('fr_FR');
    await page.getByText('Connectez les données').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'components');
    await close();
  });

  test.each([
    ['a page of another origin', { origin: 'https://elsewhere.example' }],
    ['a page that a foreign name leads here', { host: 'elsewhere.example' }],
    ['a request from another site', { 'sec-fetch-site': 'cross-site' }],
  ])('shows %s nothing of the demo owner', async (_, headers) => {
    expect((await rawGet('/web/demo.json', headers)).status).toBe(404);
    const { status, text } = await rawGet('/', headers);
    expect(status).toBe(200);
    expect(text).not.toContain('id="demo"');
  });
});

describe.skipIf(noBrowser)('a link that does not open', () => {
  let browser: Browser;
  let owner: TestOwner;
  let svcUserId: string;

  beforeAll(async () => {
    [browser, owner] = await Promise.all([launchBrowser(), freshOwner()]);
    svcUserId = (await freshUser(owner)).id;
  });

  afterAll(() => browser?.close());

  const made = (members?: object) => freshLink(owner, svcUserId, 'file-upload', members);
  const used = async () => {
    const link = await made({ maxUsage: 1 });
    await openLink(link.id);
    return link.link;
  };
  const revoked = async () => {
    const link = await made();
    await owner.call('DELETE', `${widgetsService}/magic-link/file-upload/${link.id}`);
    return link.link;
  };
  const expired = async () => {
    const { link } = await made({ expiresIn: 900 });
    await advance({ minutes: 16 });
    return link;
  };

  test.each([
    ['en-US', 404, 'This link does not work', async () => `${cloud.baseUrl}/link/none`],
    ['es-ES', 410, 'Este enlace ya se ha usado', used],
    ['pt-BR', 410, 'Este link foi cancelado', revoked],
    ['fr-FR', 410, 'Ce lien a expiré', expired],
  ] as const)('says so in %s, with %s', async (locale, status, title, link) => {
    const { page, foreign, close } = await watchedPage(browser, { locale, colorScheme: 'dark' });
    const answer = await page.goto(await link());
    expect(answer?.status()).toBe(status);
    expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(title);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
    expect(foreign).toEqual([]);
    await picture(page, `link-${status}-${locale}`);
    await close();
  });

  test('is opened once by a page that is loaded twice', async () => {
    const { page, close } = await watchedPage(browser);
    const { link, id } = await made({ maxUsage: 1 });
    await page.goto(link);
    await page.locator('furrow-upload').waitFor();
    await page.reload();
    await page.locator('furrow-upload').waitFor();
    const usage = await owner.get<{ usageCount: number }>(`${widgetsService}/magic-link/file-upload/${id}`);
    expect(usage.body.usageCount).toBe(1);
    await close();
  });
});

/** Sends a request with any header, including the host, which `fetch` would not send. */
async function rawGet(path: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    get(`${cloud.baseUrl}${path}`, { headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (more: string) => (text += more));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    }).on('error', reject);
  });
}
