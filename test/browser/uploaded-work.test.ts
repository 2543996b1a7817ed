import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleFile } from '../../local/sandboxes/world/samples.ts';
import { cloud } from '../api/cloud.ts';
import { freshApiKey } from '../api/keys/api-key.ts';
import { freshLink } from '../api/links/link.ts';
import { processed } from '../api/machine-files/batch.ts';
import { freshOwner, type TestOwner } from '../api/owner.ts';
import { freshUser } from '../api/users/user.ts';
import { accessibilityProblems } from './axe.ts';
import { coloursOf } from './canvas.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { startOtherOrigin } from './other-origin.ts';
import { overhang, picture, watchedPage } from './page.ts';

describe.skipIf(noBrowser)('the map of work that a grower has uploaded', () => {
  let browser: Browser;
  let owner: TestOwner;
  let svcUserId: string;

  beforeAll(async () => {
    [browser, owner] = await Promise.all([launchBrowser(), freshOwner()]);
    svcUserId = (await freshUser(owner)).id;
    await processed(owner, svcUserId, 'harvest.zip', readFileSync(sampleFile('harvest-of-01')));
  }, 120_000);

  afterAll(() => browser?.close());

  /** The page of a new link, past what it says once. */
  async function uploadPage(
    options: Parameters<typeof watchedPage>[1] = {},
    prepare: (page: Page) => Promise<unknown> = async () => {},
  ) {
    const settings = { companyName: 'Prairie Advisers' };
    const { link } = await freshLink(owner, svcUserId, 'file-upload', { settings });
    const watched = await watchedPage(browser, options);
    await prepare(watched.page);
    await watched.page.goto(link);
    await watched.page.locator('.intro .button').first().click();
    return watched;
  }

  const rows = (page: Page) => page.locator('.legend tbody tr').allInnerTexts();

  test.each([
    ['wide and light', { viewport: { width: 1280, height: 900 } }],
    ['on a dark phone', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' as const }],
  ])('has its points, the ground of each class, and the value of a point: %s', async (_name, view) => {
    const { page, complaints, foreign, close } = await uploadPage(view);
    const map = page.getByRole('application', { name: /^Map of Yield, .+ in harvest\.zip$/ });
    await map.waitFor();
    // Areas of points come after the points.
    await expect.poll(async () => (await rows(page)).filter((row) => /\t[\d.]+$/.test(row))).toHaveLength(7);
    expect((await rows(page)).at(0)).toMatch(/^> /);
    await page.getByText(/^1,409 of 40,568 points are left out: 566 slower than 0\.5 m\/s, 843 with yields/).waitFor();
    await expect
      .poll(() => coloursOf(page.locator('.work-map canvas')))
      .toEqual(expect.arrayContaining(['35B779', '21908C']));
    expect(await page.locator('.totals').innerText()).toMatch(/Area\s+25\.1\d? ac[\s\S]+Yield\s+[\d,.]+/);

    await map.scrollIntoViewIfNeeded();
    const box = await map.boundingBox();
    if (!box) throw new Error('the map is not there');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(() => page.locator('.work-point').innerText()).toMatch(/^Yield\s+[\d.]+ /);
    await page.mouse.move(1, 1);
    await page.locator('.work-point').waitFor({ state: 'detached' });
    await map.press('Enter');
    await page.locator('.work-point[aria-live=polite]').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, `upload-work-${view.viewport.width}`);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('.work-point').waitFor({ state: 'detached' });

    expect(await overhang(page)).toBe(0);
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
    await close();
  });

  test('leaves the wheel to the page, and zooms by its buttons and with Ctrl', async () => {
    const { page, close } = await uploadPage({ viewport: { width: 900, height: 600 } });
    const map = page.getByRole('application');
    await map.scrollIntoViewIfNeeded();
    const scale = () => page.locator('.scale-bar').getAttribute('aria-label');
    const before = await scale();
    const top = await page.evaluate(() => scrollY);
    const box = await map.boundingBox();
    if (!box) throw new Error('the map is not there');
    await page.mouse.move(box.x + box.width / 2, box.y + 40);
    await page.mouse.wheel(0, -120);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(top);
    expect(await scale()).toBe(before);
    await page.getByRole('button', { name: 'Zoom in' }).click({ clickCount: 3 });
    await expect.poll(scale).not.toBe(before);
    await close();
  });

  test('speaks the reader’s language', async () => {
    const { page, close } = await uploadPage({ locale: 'es-ES' });
    await page.getByRole('application', { name: /^Mapa de Rendimiento, .+ en harvest\.zip$/ }).waitFor();
    await page.getByText(/^Se omiten 1\.?409 de 40\.568 puntos/).waitFor();
    await page.getByRole('button', { name: 'Acercar' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await close();
  });

  test('is the picture that the server draws, where points cannot be read', async () => {
    const { page, complaints, close } = await uploadPage({}, (one) =>
      one.route('**/pointLayers**', (route) => route.abort()),
    );
    const image = page.locator('.work-picture img');
    await image.waitFor();
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(300);
    expect(await image.getAttribute('alt')).toMatch(/^Map of Yield, .+ in harvest\.zip$/);
    expect(await rows(page)).toHaveLength(7);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
    await picture(page, 'upload-work-picture');
    expect(complaints).toEqual([]);
    await close();
  });

  test('is drawn in an owner’s page of another origin', async () => {
    const origin = await startOtherOrigin();
    const { key: apiKey } = await freshApiKey(owner, svcUserId);
    const { page, complaints, close } = await watchedPage(browser, { viewport: { width: 900, height: 900 } });
    await page.goto(origin.url);
    await page.evaluate(
      (properties) => {
        document.body.append(Object.assign(document.createElement('furrow-upload'), properties));
      },
      { apiKey, svcUser: svcUserId, locale: 'en_US' },
    );
    await page.addScriptTag({ url: `${cloud.baseUrl}/web/components.js`, type: 'module' });
    await page.locator('.intro .button').first().click();
    await page.locator('.work-map .legend').waitFor();
    await expect
      .poll(() => coloursOf(page.locator('.work-map canvas')))
      .toEqual(expect.arrayContaining(['35B779', '21908C']));
    expect(complaints).toEqual([]);
    await picture(page, 'upload-work-embedded');
    await close();
    origin.close();
  });
});
