import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleFile } from '../../local/sandboxes/world/samples.ts';
import { cloud } from '../api/cloud.ts';
import { accessibilityProblems } from './axe.ts';
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
  ])(
    'shows a harvest while it is converted and drawn, and then its map with legend and totals: %s',
    async (name, view) => {
      const { page, complaints, foreign, close } = await watchedPage(browser, view);
      await page.goto(cloud.baseUrl);
      await page.locator('#owner').waitFor();
      if (name === 'wide and light') {
        expect(await page.locator('#harvest').count()).toBe(0);
        await uploadHarvest();
        await page.locator('[data-step=converting] [role=status]').waitFor();
        await page.locator('[data-step=drawing] .sums').waitFor();
      }
      const map = page.locator('.harvest-map img');
      await map.waitFor();
      await expect.poll(() => map.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1_000);
      expect(await page.locator('.legend tbody tr').allInnerTexts()).toEqual([
        '> 6,500\t0.38',
        '5,500 – 6,500\t1.69',
        '4,600 – 5,500\t13.72',
        '3,600 – 4,600\t6.77',
        '2,700 – 3,600\t1.22',
        '1,700 – 2,700\t0.89',
        'up to 1,700\t0.44',
      ]);
      expect(await page.locator('.harvest .sums').innerText()).toBe(
        'soybeans, 2016-09-19 40,568 points, 25.1 ac, 116,459 lb of dry mass, 4,635 lb/ac, 12.9 % moisture',
      );
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await overhang(page)).toBe(0);
      await picture(page, `landing-harvest-${view.viewport.width}`);
      expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
      await close();
    },
  );
});
