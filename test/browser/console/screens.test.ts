import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { cloud } from '../../api/cloud.ts';
import { accessibilityProblems } from '../axe.ts';
import { noBrowser } from '../chromium.ts';
import { overhang, picture, watchedPage } from '../page.ts';
import { type SignIn, useSeasonFarm } from './season-farm.ts';
import { freshWorkFarm, type WorkFarm } from './work-farm.ts';

const screens = [
  ['light', 360, 740],
  ['dark', 360, 740],
  ['light', 1280, 900],
  ['dark', 1280, 900],
  ['light', 1920, 1080],
  ['dark', 1920, 1080],
] as const;

describe.skipIf(noBrowser)('screens of a season', () => {
  const season = useSeasonFarm();
  let farm: WorkFarm;
  beforeAll(async () => {
    farm = await freshWorkFarm();
  }, 240_000);

  describe.each(screens)('%s, %d pixels wide', (colorScheme, width, height) => {
    /** Opens a season, waits for a text of it, keeps a picture, and checks that nothing is amiss. */
    async function shown(name: string, path: string, signIn: SignIn, look: (page: Page) => Promise<void>) {
      const options = { viewport: { width, height }, colorScheme };
      const { page, complaints, foreign, close } = await watchedPage(season.browser, options);
      await page.route('**/web/demo.json', (route) => route.fulfill({ json: signIn }));
      await page.goto(`${cloud.baseUrl}/console/fields/${path}`);
      await page.locator('.classes').first().waitFor();
      await look(page);
      await page.locator('.parts-loading:empty').waitFor({ state: 'attached' });
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await overhang(page)).toBe(0);
      await picture(page, `console-${name}-${width}-${colorScheme}`);
      expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
      await close();
    }

    const event = (page: Page, text: string) => page.locator('select[name=event]').selectOption({ label: text });
    const facts = (page: Page) => page.locator('.work dl > div').allInnerTexts();
    const classes = (page: Page) => page.locator('.classes tbody tr td:first-child').allInnerTexts();

    test('an application', () =>
      shown('application', `${farm.worked}/2017`, farm.signIn, async (page) => {
        await event(page, 'Application · 29 Nov 2017');
        await page.getByRole('row', { name: 'Water (carrier) 9.72 gal/ac 462.8 gal' }).waitFor();
        expect(await facts(page)).toEqual([
          'Ground\n47.63 ac',
          'Rate\n9.99 gal/ac, target 10',
          'Applied\n475.8 gal',
          'Machine\nJohn Deere 1N04045RJC0000106',
        ]);
        // The machine has held its rate: what it varied is no pattern of the field.
        await expect.poll(() => classes(page)).toContain('9.95 – 10.05');
        await page.getByText('Growing degree days of corn, °F, since 27 Apr 2017 (planting)').waitFor();
      }));

    test('a planting', () =>
      shown('planting', `${farm.worked}/2017`, farm.signIn, async (page) => {
        await event(page, 'Planting, corn · 27 Apr 2017');
        await page.getByRole('row', { name: 'Hybrid 1 33,998 seeds/ac 1,109,876 seeds' }).waitFor();
        expect(await facts(page)).toContain('Seed rate\n33,998 seeds/ac, target 34,000');
        await expect.poll(() => classes(page)).toContain('33,750 – 34,250');
      }));

    test('soil samples', () =>
      shown('samples', `${farm.sampled}/2021`, farm.signIn, async (page) => {
        await page.locator('select[name=layer]').selectOption({ index: 2 });
        await page.getByText('No NDVI: the field is not registered for satellite images').waitFor();
      }));

    test('a real scene, whose mean is known', () =>
      shown('ndvi', `${farm.seen}/2023`, farm.signIn, async (page) => {
        await event(page, 'Satellite scene · 13 Aug 2023');
        await page.getByRole('heading', { name: 'NDVI, 13 Aug 2023' }).waitFor();
        await expect.poll(() => page.locator('.classes tfoot').innerText()).toMatch(/57\d\./);
      }));

    test('a zone that was drawn', () =>
      shown('drawn-zone', `${season.farm.fieldId}/2016`, season.farm.signIn, async (page) => {
        await page.getByRole('button', { name: 'Outline a zone' }).click();
        const map = page.getByRole('application', { name: /^Map of/ });
        // On a phone it begins below the card of the harvest.
        await map.evaluate((element) => element.scrollIntoView({ block: 'center' }));
        const box = await map.boundingBox();
        if (!box) throw new Error('the map is not there');
        for (const [across, down] of [[0.45, 0.4], [0.62, 0.42], [0.6, 0.62], [0.48, 0.6]] as const) // biome-ignore format: corners
          await page.mouse.click(box.x + across * box.width, box.y + down * box.height);
        await page.keyboard.press('Enter');
        await page.locator('.zones .numbers[aria-busy=false]').first().waitFor();
      }));

    test('moisture that is swiped over yield', () =>
      shown('swipe', `${season.farm.fieldId}/2016`, season.farm.signIn, async (page) => {
        await page.locator('select[name=second]').selectOption({ label: 'Moisture (%)' });
        await expect.poll(() => page.locator('.legend-card').count()).toBe(2);
      }));
  });

  test.each([
    ['dark', 360, 740],
    ['light', 1280, 900],
  ] as const)('what is missing or fails says so: %s, %d pixels wide', async (colorScheme, width, height) => {
    const options = { viewport: { width, height }, colorScheme };
    const { page, complaints, close } = await watchedPage(season.browser, options);
    await page.route('**/web/demo.json', (route) => route.fulfill({ json: season.farm.signIn }));
    const detail = 'The output could not be made.';
    await page.route(/pointLayers\/.+/, (route) => route.fulfill({ status: 503, json: { detail } }));
    await page.goto(`${cloud.baseUrl}/console/fields/${season.farm.fieldId}/2016`);
    await page.getByText(`Yield, dry volume could not be loaded: ${detail}`).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
    await picture(page, `console-layer-failed-${width}`);

    await page.route(`**/users/*/fields/${season.farm.fieldId}`, async (route) => {
      const { geometry: _, ...bare } = await (await route.fetch()).json();
      await route.fulfill({ json: bare });
    });
    await page.goto(`${cloud.baseUrl}/console/fields/${season.farm.fieldId}/2016`);
    await page.getByRole('heading', { name: 'The field has no boundary yet' }).waitFor();
    await page.locator('.parts-loading:empty').waitFor({ state: 'attached' });
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
    await picture(page, `console-no-boundary-${width}`);
    expect(complaints).toEqual([]);
    await close();
  });
});
