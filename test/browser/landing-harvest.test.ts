import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleFile } from '../../local/sandboxes/world/samples.ts';
import { cloud } from '../api/cloud.ts';
import { accessibilityProblems } from './axe.ts';
import { coloursOf } from './canvas.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { overhang, picture, watchedPage } from './page.ts';

/** Uploads the sample harvest as the demo owner, as the sample farm of a first start does. */
async function uploadHarvest(): Promise<void> {
  const { username, password, svcUserId } = cloud.demo;
  const signIn = await fetch(`${cloud.baseUrl}/api/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const { id_token } = (await signIn.json()) as { id_token: string };
  const form = new FormData();
  form.append('file', new Blob([readFileSync(sampleFile('harvest-of-01'))]), 'harvest-of-01.zip');
  const { status } = await fetch(`${cloud.baseUrl}/services/operations/api/batch?svcUserId=${svcUserId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${id_token}` },
    body: form,
  });
  expect(status).toBe(201);
}

describe.skipIf(noBrowser)('the landing page', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser?.close());

  test.each([
    ['wide and light', { viewport: { width: 1280, height: 900 } }],
    ['on a dark phone', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' as const }],
  ])('shows a harvest while it is converted, and then its points with legend and totals: %s', async (name, view) => {
    const { page, complaints, foreign, close } = await watchedPage(browser, view);
    await page.goto(cloud.baseUrl);
    await page.locator('#owner').waitFor();
    if (name === 'wide and light') {
      expect(await page.locator('#harvest').count()).toBe(0);
      await uploadHarvest();
      await page.locator('[data-step=converting] [role=status]').waitFor();
      await page.locator('[data-step=converted] .sums').waitFor();
    }
    const map = page.locator('.harvest');
    await map.locator('.legend').waitFor();
    // Areas of points come after the points.
    await expect
      .poll(() => map.locator('.legend tbody tr').allInnerTexts())
      .toEqual([
        '> 92\t1.88',
        '86 – 92\t3.16',
        '80 – 86\t6.84',
        '75 – 80\t5.09',
        '69 – 75\t3.62',
        '61 – 69\t1.65',
        'up to 61\t2.20',
      ]);
    await map.getByText('1,409 of 40,568 points hidden: 566 slower than 0.5 m/s, 843 yields').waitFor();
    await expect.poll(() => coloursOf(map.locator('canvas'))).toEqual(expect.arrayContaining(['35B779', '21908C']));
    expect(await page.locator('.harvest .sums').innerText()).toBe(
      'soybeans, 2016-09-19 40,568 points, 25.1 ac, 116,459 lb of dry mass, 4,635 lb/ac, 12.9 % moisture',
    );
    // The value of the point in the middle, by keys.
    await map.getByRole('application').press('Enter');
    await expect.poll(() => map.locator('.work-point').innerText()).toMatch(/^Yield, dry volume\s+[\d.]+ bu\/ac/);
    expect(await accessibilityProblems(page)).toEqual([]);
    await map.getByRole('application').press('Escape');
    await map.locator('.work-point').waitFor({ state: 'detached' });
    expect(await overhang(page)).toBe(0);
    await picture(page, `landing-harvest-${view.viewport.width}`);
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
    await close();
  });

  test('shows the picture of the harvest where its points cannot be read', async () => {
    const { page, complaints, close } = await watchedPage(browser);
    await page.route('**/pointLayers**', (route) => route.abort());
    await page.goto(cloud.baseUrl);
    const image = page.locator('.work-picture img');
    await image.waitFor();
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(1_000);
    expect(await image.getAttribute('alt')).toBe('Map of the harvest: Yield, dry volume, bu/ac');
    expect(await page.locator('.harvest .legend tbody tr').allInnerTexts()).toHaveLength(7);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
    await picture(page, 'landing-harvest-picture');
    expect(complaints).toEqual([]);
    await close();
  });

  test.each([
    ['its points and its picture', '**/{pointLayers,images}**'],
    ['the script of the map and its picture', '**/{work-map-*.js,images}**'],
  ])('says that the harvest has no map where %s fail, and draws it when asked again', async (_what, addresses) => {
    const { page, close } = await watchedPage(browser);
    await page.route(addresses, (route) => route.abort());
    await page.goto(cloud.baseUrl);
    const alert = page.locator('.harvest').getByRole('alert');
    await alert.getByText('The map could not be made').waitFor();
    await page.unroute(addresses);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.harvest .legend tbody tr').nth(6).waitFor();
    expect(await alert.count()).toBe(0);
    await close();
  });

  test('opens the season of a field that is clicked on the map', async () => {
    const { page, complaints, close } = await watchedPage(browser, { viewport: { width: 1280, height: 900 } });
    await page.goto(cloud.baseUrl);
    await page.locator('.no-land button, .land-map').first().waitFor();
    const sample = page.getByRole('button', { name: 'Upload the sample' });
    if ((await sample.count()) > 0) await sample.click();
    const map = page.locator('.land-map').first();
    await map.locator('.shape').nth(5).waitFor();
    const link = page.locator('.land-list a').getByText('Home Quarter');
    await link.waitFor();
    const address = await link.evaluate((one: HTMLAnchorElement) => one.href);
    await map.locator('.shape-label').getByText('Home Quarter').click({ force: true });
    await page.waitForURL((url) => url.href === address);
    await page.getByRole('heading', { name: 'Home Quarter' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
