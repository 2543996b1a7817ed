import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloud } from '../api/cloud.ts';
import { accessibilityProblems, withAxe } from './axe.ts';
import { launchBrowser, noBrowser } from './chromium.ts';

describe.skipIf(noBrowser)('the pages', () => {
  let browser: Browser;
  let page: Page;
  const asked: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    page.on('request', (request) => void asked.push(request.url()));
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
    await withAxe(page);
  });

  afterAll(() => browser?.close());

  test('say where the API is, on the landing page', async () => {
    await page.goto(cloud.baseUrl);
    expect(await page.locator('code').allInnerTexts()).toContain(`${cloud.baseUrl}/v2`);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('say of a link that leads nowhere what to do, with 404', async () => {
    const answer = await page.goto(`${cloud.baseUrl}/link/none`);
    expect(answer?.status()).toBe(404);
    expect(await page.locator('h1').innerText()).not.toBe('');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('asked for nothing elsewhere', () => {
    expect(asked.filter((url) => !url.startsWith(cloud.baseUrl) && !url.startsWith('data:'))).toEqual([]);
    expect(complaints.filter((line) => !line.includes('404'))).toEqual([]);
  });
});
