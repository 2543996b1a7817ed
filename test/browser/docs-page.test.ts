import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloud } from '../api/cloud.ts';
import { freshOwner, type TestOwner } from '../api/owner.ts';
import { launchBrowser, noBrowser } from './chromium.ts';

/** The phone of `npm run bench -- pages`: 1.6 Mbit/s, 150 ms to the server, a processor of a quarter of the speed. */
const slowPhone = {
  network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 },
  slowerProcessor: 4,
};

type Paths = Record<string, Record<string, { tags?: string[] }>>;

/** Number of operations in the served document, by tag. */
async function operationsByTag(): Promise<Map<string, number>> {
  const { paths } = (await (await fetch(`${cloud.baseUrl}/openapi.json`)).json()) as { paths: Paths };
  const counts = new Map<string, number>();
  for (const { tags: [tag = ''] = [] } of Object.values(paths).flatMap((path) => Object.values(path)))
    if (tag !== '') counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return counts;
}

describe.skipIf(noBrowser)('the page on a slow phone', () => {
  test('shows all areas within two seconds, and the reference later', async () => {
    await fetch(`${cloud.baseUrl}/docs`);
    const browser = await launchBrowser();
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    const protocol = await context.newCDPSession(page);
    await protocol.send('Network.enable');
    await protocol.send('Network.emulateNetworkConditions', slowPhone.network);
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowPhone.slowerProcessor });
    await page.goto(`${cloud.baseUrl}/docs`, { waitUntil: 'commit' });
    await page.locator('#contents summary').first().waitFor();
    const paint = await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    );
    const milliseconds = Number(await paint.jsonValue());
    console.log(`/docs on a slow phone, first contentful paint: ${Math.round(milliseconds)} ms`);
    expect(milliseconds).toBeLessThan(2_000);
    await page.locator('.opblock-tag').first().waitFor({ timeout: 60_000 });
    expect(await page.locator('#contents').count()).toBe(0);
    await browser.close();
  }, 90_000);
});

describe.skipIf(noBrowser).each([
  { stage: 'id', path: '/docs' },
  { stage: 'access', path: '/v2/docs' },
] as const)('the page at $path', ({ stage, path }) => {
  let browser: Browser;
  let page: Page;
  let owner: TestOwner;
  const complaints: string[] = [];
  const asked: string[] = [];

  beforeAll(async () => {
    [browser, owner] = await Promise.all([launchBrowser(), freshOwner()]);
    page = await browser.newPage();
    page.setDefaultTimeout(90_000);
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
    page.on('pageerror', (error) => void complaints.push(error.message));
    page.on('request', (request) => void asked.push(request.url()));
    await page.goto(`${cloud.baseUrl}${path}`);
    await page.waitForSelector('.opblock-tag');
  });

  afterAll(() => browser?.close());

  test('shows every area, and all operations of an opened one', async () => {
    const operations = await operationsByTag();
    const tags = page.locator('.opblock-tag');
    expect(await tags.evaluateAll((all) => all.map((tag) => tag.getAttribute('data-tag')))).toEqual(
      expect.arrayContaining([...operations.keys()]),
    );
    await page.click('[data-tag="Service users"]');
    const users = page.locator('.opblock-tag-section', { has: page.locator('[data-tag="Service users"]') });
    await users.locator('.opblock').first().waitFor();
    expect(await users.locator('.opblock').count()).toBe(operations.get('Service users'));
  });

  test('runs an operation with a token', async () => {
    const user = { name: 'On the page', email: 'page@test.example' };
    await owner.post('/services/usermanagement/api/users', user);
    await page.click('button.authorize');
    const dialog = page.locator('.auth-container').first();
    await dialog
      .locator('input')
      .first()
      .fill(await owner.token(stage));
    await dialog.locator('button.authorize').click();
    await page.click('.modal-ux .close-modal');
    const block = page.locator('.opblock-get', {
      has: page.locator('[data-path="/services/usermanagement/api/users"]'),
    });
    await block.locator('.opblock-summary-control').click();
    await block.locator('button.execute').click();
    const answer = block.locator('.live-responses-table');
    await answer.waitFor();
    expect(await answer.locator('td.response-col_status').last().innerText()).toContain('200');
    expect(await answer.innerText()).toContain('page@test.example');
  });

  test('calls only the API that served it, without errors in the console', () => {
    expect(asked.filter((url) => !url.startsWith(`${cloud.baseUrl}/`) && !url.startsWith('data:'))).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
