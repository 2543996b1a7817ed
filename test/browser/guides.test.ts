import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloud } from '../api/cloud.ts';
import { accessibilityProblems } from './axe.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { overhang, picture, watchedPage } from './page.ts';

/** Guides with cards, wide tables, long commands, and pictures. */
const shown = ['guides', 'guides/reference-tables', 'guides/satellite', 'guides/pages'];

describe.skipIf(noBrowser)('the guides', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser?.close());

  test.each([
    ['a phone in the dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
    ['a screen in the light', { viewport: { width: 1280, height: 900 }, colorScheme: 'light' }],
  ] as const)('can be read on %s, by everyone', async (_, options) => {
    const { page, complaints, foreign, close } = await watchedPage(browser, options);
    for (const path of shown) {
      await page.goto(`${cloud.baseUrl}/${path}`);
      expect(await accessibilityProblems(page), path).toEqual([]);
      expect(await overhang(page), path).toBe(0);
      await picture(page, `${path.replace('/', '-')}-${options.viewport.width}`);
    }
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
    await close();
  });

  test('lead from the landing page to a part of a guide, and back', async () => {
    const { page, close } = await watchedPage(browser);
    await page.goto(cloud.baseUrl);
    await page.locator('a[href$="/guides"]').first().click();
    await page.getByRole('link', { name: /Satellite images/ }).click();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Satellite images');
    await page.goto(`${page.url()}#fetch-an-image`);
    expect(await page.getByRole('heading', { name: 'Fetch an image' }).isVisible()).toBe(true);
    const image = page.locator('.guide img').first();
    const width = () => image.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Guides' }).first().click();
    await page.waitForURL(`${cloud.baseUrl}/guides`);
    await close();
  });
});
