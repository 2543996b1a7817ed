import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { advance, cloud } from '../api/cloud.ts';
import { freshLink } from '../api/links/link.ts';
import { freshOwner, type TestOwner } from '../api/owner.ts';
import { freshUser } from '../api/users/user.ts';
import { accessibilityProblems } from './axe.ts';
import { coloursOf } from './canvas.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { overhang, picture, watchedPage } from './page.ts';

const settings = { companyName: 'Prairie Advisers', backgroundColor: '#DCE7CF', showSvcUserName: true };
const partBytes = 8 * 1024 * 1024;
/** A machine's own record, from the folder of real files. */
const harvest =
  process.env.CORPUS_DIR &&
  join(process.env.CORPUS_DIR, 'JohnDeere+SampleData', 'Export From MyJohnDeere - Harvest.zip');
const prescription =
  process.env.CORPUS_DIR && join(process.env.CORPUS_DIR, 'JohnDeere+SampleData', 'Prescription With Colors.zip');
const parts = /[?&]partNumber=(\d+)/;

describe.skipIf(noBrowser)('a grower who uploads', () => {
  let browser: Browser;
  let owner: TestOwner;
  /** A file of three parts and an unknown format. */
  const large = join(cloud.dataDir, 'harvest of 2026.zip');

  beforeAll(async () => {
    [browser, owner] = await Promise.all([launchBrowser(), freshOwner()]);
    writeFileSync(large, Buffer.alloc(2 * partBytes + 1_000_000, 'furrow '));
  });

  afterAll(() => browser?.close());

  async function freshPage(options: Parameters<typeof watchedPage>[1] = {}, members: object = {}) {
    const { id } = await freshUser(owner);
    const { link } = await freshLink(owner, id, 'file-upload', { settings, ...members });
    const watched = await watchedPage(browser, options);
    await watched.page.goto(link);
    return { ...watched, link };
  }

  test('is told once who may use the data, and sees the resulting fields', async () => {
    const { page, link, complaints, foreign, close } = await freshPage();
    await page.getByText('Prairie Advisers may use it to serve you').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'upload-intro');
    await page.getByLabel('Do not show this again').check();
    await page.getByRole('button', { name: 'I understand' }).click();
    await page.locator('input[type=file]').setInputFiles(cloud.demo.sampleFile);
    await page.locator('.transfer.sent').waitFor();
    await page.locator('.map .land').nth(5).waitFor();
    expect(await page.locator('.outcome').innerText()).toContain('6 fields');
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
    await picture(page, 'upload-done');
    await page.goto(link);
    await page.getByText('Choose files').waitFor();
    expect(await page.locator('.intro').count()).toBe(0);
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
    await close();
  });

  test('sends no part again that has arrived, after a lost connection and after the page was closed', async () => {
    const { page, link, close } = await freshPage({ colorScheme: 'dark' });
    const sent: number[] = [];
    let isCut = true;
    const send = async (route: Route) => {
      const number = Number(parts.exec(route.request().url())?.[1]);
      sent.push(number);
      // The first part arrives; then the connection is lost.
      if (isCut && number > 1) return route.abort('internetdisconnected');
      return route.continue();
    };
    await page.route(parts, send);
    await page.getByRole('button', { name: 'I understand' }).click();
    await page.locator('input[type=file]').setInputFiles(large);
    await page.locator('.transfer-state').getByText('No connection').waitFor();
    await page.waitForFunction(() => {
      const root = document.querySelector('furrow-upload')?.shadowRoot;
      return Number(root?.querySelector('progress')?.value) > 0.4;
    });
    await picture(page, 'upload-cut-dark');

    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(link);
    isCut = false;
    sent.length = 0;
    await page.getByRole('button', { name: 'I understand' }).click();
    await page.locator('input[type=file]').setInputFiles(large);
    await page.locator('.transfer.sent').waitFor();
    expect(sent.sort()).toEqual([2, 3]);
    await page.locator('.badge.bad').waitFor();
    await page.locator('.findings li.error').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'upload-failed-dark');
    await close();
  });

  test('cancels, and starts again', async () => {
    const { page, close } = await freshPage({ locale: 'fr-FR' });
    await page.route(parts, () => {});
    await page.getByRole('button', { name: 'J’ai compris' }).click();
    await page.locator('input[type=file]').setInputFiles([large, cloud.demo.sampleFile]);
    expect(await page.locator('.transfer').count()).toBe(2);
    await page.locator('.transfer.sending').waitFor();
    await page.getByRole('button', { name: 'Annuler harvest of 2026.zip' }).click();
    await page.locator('.transfer.cancelled').waitFor();
    await page.unroute(parts);
    await page.getByRole('button', { name: 'Réessayer harvest of 2026.zip' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'upload-cancelled-fr');
    await close();
  });

  test.each([['pt-BR'], ['es-ES'], ['fr-FR']])(
    'reads in %s what was found, with numbers and locations',
    async (locale) => {
      const { page, close } = await freshPage({ locale });
      await page.locator('.intro .button').first().click();
      await page.locator('input[type=file]').setInputFiles(large);
      await page.locator('.findings li').first().waitFor();
      const found = page.locator('.findings');
      expect(await found.locator('[lang=en]').count()).toBe(0);
      expect(await found.innerText()).toMatch(/1 ×.*harvest of 2026\.zip/);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await overhang(page)).toBe(0);
      await picture(page, `upload-findings-${locale}`);
      await close();
    },
  );

  test.skipIf(!harvest)(
    'sees the map of a real harvest with its legend and totals, and hears what becomes of it',
    async () => {
      const { page, complaints, foreign, close } = await freshPage();
      await page.getByRole('button', { name: 'I understand' }).click();
      await page.locator('input[type=file]').setInputFiles(harvest ?? '');
      await page.locator('.transfer.sent').waitFor();
      await page.locator('.work-map .legend').first().waitFor({ timeout: 150_000 });
      const map = page.getByRole('application').first();
      expect(await map.getAttribute('aria-label')).toMatch(/^Map of Yield, .+ in Export From MyJohnDeere/);
      await expect
        .poll(() => page.locator('.legend').first().innerText())
        .toMatch(/> [\d,.]+[\s\S]+≤ [\d,.]+\s+[\d.]+/);
      await expect.poll(() => page.locator('.legend th').nth(1).innerText()).toBe('Area, ac');
      await expect
        .poll(() => coloursOf(page.locator('.work-map canvas').first()))
        .toEqual(expect.arrayContaining(['35B779', '21908C']));
      const totals = await page.locator('.totals').first().innerText();
      expect(totals).toMatch(/Area\s+[\d,.]+ ac[\s\S]+Yield\s+[\d,.]+ [a-z]+\/ac[\s\S]+Total/);
      expect(await page.locator('.announcer').innerText()).toMatch(/Export From MyJohnDeere - Harvest\.zip: Processed/);
      expect(await page.locator('.outcome').innerText()).toMatch(/\d+ files?/);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await overhang(page)).toBe(0);
      expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
      await picture(page, 'upload-harvest');
      await close();
    },
    240_000,
  );

  test.skipIf(!prescription).each([
    ['en-US', 'This is a prescription, not recorded work', '"rate" from 0 to 10 on 22,439 polygons'],
    ['es-ES', 'Es un mapa de prescripción', '1 ×'],
  ])(
    'is told in %s what a real prescription is, and where it goes',
    async (locale, advice, numbers) => {
      const { page, close } = await freshPage({ locale });
      await page.locator('.intro .button').first().click();
      await page.locator('input[type=file]').setInputFiles(prescription ?? '');
      await page.locator('.badge.bad').waitFor({ timeout: 150_000 });
      const finding = page.locator('.findings li.error').first();
      await finding.waitFor();
      expect(await finding.innerText()).toContain(advice);
      expect(await finding.innerText()).toContain(numbers);
      expect(await page.locator('.map').count()).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await overhang(page)).toBe(0);
      await picture(page, `upload-prescription-${locale}`);
      await close();
    },
    240_000,
  );

  // The last test, since it moves the cloud's clock by two hours, which pages of other tests do not expect.
  test('continues with another key when the first expires in the middle of a file', async () => {
    const { page, close } = await freshPage({}, { expiresIn: 86_400 });
    const sent: number[] = [];
    let moved: Promise<void> | undefined;
    await page.route(parts, async (route) => {
      const number = Number(parts.exec(route.request().url())?.[1]);
      // The first part is let through; then more than two hours pass.
      if (number > 1) {
        moved ??= advance({ minutes: 125 });
        await moved;
      }
      sent.push(number);
      return route.continue();
    });
    await page.getByRole('button', { name: 'I understand' }).click();
    await page.locator('input[type=file]').setInputFiles(large);
    await page.locator('.transfer.sent').waitFor({ timeout: 90_000 });
    expect(moved).toBeDefined();
    expect([...new Set(sent)].sort()).toEqual([1, 2, 3]);
    await page.locator('.badge.bad').waitFor();
    await close();
  }, 150_000);
});
