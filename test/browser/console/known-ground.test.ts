import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { cloud } from '../../api/cloud.ts';
import { accessibilityProblems } from '../axe.ts';
import { noBrowser } from '../chromium.ts';
import { picture, watchedPage } from '../page.ts';
import { useSeasonFarm } from './season-farm.ts';

/** A rectangle of the field. */
const box = (west: number, east: number): GeoJSON.Polygon => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 41.6675],
      [east, 41.6675],
      [east, 41.669],
      [west, 41.669],
      [west, 41.6675],
    ],
  ],
});

const sample = (location: GeoJSON.Polygon, value: number) => ({
  ...{ location, depth: null },
  values: [{ analyte: 'P', unit: 'ppm', method: 'bray1', value, qualifier: null, date: '2016-04-02' }],
});

describe.skipIf(noBrowser)('ground of the field that is known', () => {
  const season = useSeasonFarm();

  async function seasonPage() {
    const { owner, svcUserId, fieldId, signIn } = season.farm;
    const zones = `/services/fields/api/users/${svcUserId}/fields/${fieldId}/zones`;
    await owner.post(zones, { name: 'Wet corner', geometry: box(-93.154, -93.1532) });
    const watched = await watchedPage(season.browser, { viewport: { width: 1280, height: 900 } });
    const { page } = watched;
    await page.route('**/web/demo.json', (route) => route.fulfill({ json: signIn }));
    // Files of soil results have spots only, while the API has areas, too.
    await page.route('**/soil?*', (route) =>
      route.fulfill({ json: { points: [sample(box(-93.153, -93.1525), 21), sample(box(-93.152, -93.1515), 34)] } }),
    );
    await page.goto(`${cloud.baseUrl}/console/fields/${fieldId}/2016`);
    await page.locator('.classes tfoot').first().waitFor();
    await page.locator('.shape').nth(2).waitFor({ state: 'attached' });
    return watched;
  }

  /** Clicks a line of the map, at a share of its length. */
  async function clickLine(page: Page, selector: string, at: number, share = 0.1) {
    await page.locator('.field-map').scrollIntoViewIfNeeded();
    const [x, y] = await page
      .locator(selector)
      .nth(at)
      .evaluate((path: SVGPathElement, part) => {
        const { x, y } = path
          .getPointAtLength(path.getTotalLength() * part)
          .matrixTransform(path.getScreenCTM() ?? undefined);
        return [x, y] as const;
      }, share);
    await page.mouse.click(x, y);
  }

  const groundOf = async (page: Page) => {
    await page.locator('.zones .numbers[aria-busy=false] tr[data-figure=ground]').waitFor();
    const texts = await page.locator('.zones tr[data-figure=ground] .number').allInnerTexts();
    return texts.map(Number);
  };

  test('becomes the zone by a click: a saved zone, a zone of soil sampling, the boundary, a class', async () => {
    const { page, complaints, close } = await seasonPage();
    const pressed = (name: RegExp | string) =>
      page.locator('.zones').getByRole('button', { name, exact: true }).getAttribute('aria-pressed');

    await clickLine(page, '.shape-reach', 0);
    await expect.poll(() => pressed('Wet corner')).toBe('true');
    const [saved = 0] = await groundOf(page);
    expect(saved).toBeGreaterThan(1);

    await page.getByText('Zones of soil sampling').click();
    await clickLine(page, '.shape-reach', 1);
    await expect.poll(() => pressed('Soil zone 1: P 21 ppm')).toBe('true');
    expect(await pressed('Wet corner')).toBe('false');
    await expect.poll(async () => ((await groundOf(page))[0] ?? saved) < saved).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'console-known-ground');

    await clickLine(page, '.boundary-reach', 0, 0.4);
    await expect.poll(async () => (await groundOf(page))[1]).toBeLessThan(0.01);
    expect(await pressed('Soil zone 1: P 21 ppm')).toBe('false');

    await page.locator('.classes tbody button').first().click();
    await expect.poll(async () => (await groundOf(page))[1]).toBeGreaterThan(10);
    expect(complaints).toEqual([]);
    await close();
  });

  test('becomes the zone by keys', async () => {
    const { page, close } = await seasonPage();
    await page.getByText('Zones of soil sampling').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.getByRole('button', { name: 'Soil zone 2: P 34 ppm' }).getAttribute('aria-pressed'))
      .toBe('true');
    await close();
  });
});
