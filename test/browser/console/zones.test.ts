import { readFileSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { cloud } from '../../api/cloud.ts';
import { accessibilityProblems } from '../axe.ts';
import { noBrowser } from '../chromium.ts';
import { overhang, picture, watchedPage } from '../page.ts';
import { useSeasonFarm } from './season-farm.ts';

const zone = 'POLYGON((-93.154 41.6675, -93.152 41.6675, -93.152 41.669, -93.154 41.669, -93.154 41.6675))';

describe.skipIf(noBrowser)('a zone of the season', () => {
  const season = useSeasonFarm();

  /** The season with a zone whose numbers are there. */
  async function pageWithZone(options: BrowserContextOptions = {}) {
    const watched = await watchedPage(season.browser, { viewport: { width: 1280, height: 900 }, ...options });
    const { page } = watched;
    await page.route('**/web/demo.json', (route) => route.fulfill({ json: season.farm.signIn }));
    await page.goto(`${cloud.baseUrl}/console/fields/${season.farm.fieldId}/2016`);
    await page.getByText('Enter coordinates').click();
    await page.getByLabel('GeoJSON or WKT of a polygon, in degrees').fill(zone);
    await page.getByRole('button', { name: 'Use as zone' }).click();
    await page.locator('.zones .numbers[aria-busy=false] tr[data-figure=points]').waitFor();
    await page.locator('.compare .bar-plot').waitFor();
    return watched;
  }

  const numberOf = (page: Page, figure: string) =>
    page.locator(`.zones tr[data-figure=${figure}] .number`).allInnerTexts();

  test.each([
    ['light', 360, 740],
    ['dark', 1280, 900],
  ] as const)('has its numbers beside those of the rest: %s, %d pixels wide', async (colorScheme, width, height) => {
    const { page, complaints, foreign, close } = await pageWithZone({ viewport: { width, height }, colorScheme });
    expect(await numberOf(page, 'points')).toEqual(['10,633', '28,503']);
    expect(await numberOf(page, 'dryVolumePerArea')).toEqual(['77.51', '78.13']);
    await page.getByRole('table', { name: 'NDVI of clear pixels, 18 Aug 2016' }).waitFor();
    const [inside, outside] = (await numberOf(page, 'ndviMean')).map(Number);
    // The index of the scene's images grows from west to east, and the zone lies in the west.
    expect(inside).toBeLessThan(Number(outside));
    expect([inside, outside]).toEqual([expect.closeTo(0.86, 1), expect.closeTo(0.86, 1)]);
    expect(await page.locator('.compare tbody tr[data-name="2016"] .number').first().innerText()).toBe('39,136');
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
    await picture(page, `console-zone-${width}-${colorScheme}`);
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
    await close();
  });

  test('says how each number comes about, without a token', async () => {
    const { page, close } = await pageWithZone();
    await page.getByRole('button', { name: 'How: Yield, dry volume inside the zone' }).click();
    const dialog = page.getByRole('dialog', { name: 'Yield, dry volume inside the zone: 77.51 bu/ac' });
    await dialog.waitFor();
    const codes = await dialog.locator('pre').allInnerTexts();
    expect(codes).toHaveLength(3);
    expect(codes[1]).toContain('Authorization: Bearer $TOKEN');
    expect(codes.join('\n')).not.toMatch(/eyJ[\w-]+\./);
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'console-how');
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    await close();
  });

  test('is saved and becomes a prescription', async () => {
    const { page, complaints, close } = await pageWithZone();
    await page.getByLabel('Name').fill('Wet corner');
    await page.getByRole('button', { name: 'Save zone' }).click();
    await page.getByRole('button', { name: 'Wet corner', exact: true }).waitFor();
    await page.getByText('Make a prescription').click();
    await page.getByRole('button', { name: 'Show the prescription' }).click();
    expect(await page.locator('.prescription [role=alert]').innerText()).toBe('Give at least one zone a rate.');
    await page.locator('.prescription').getByLabel('Wet corner').fill('180');
    await page.getByLabel('Rate of the rest of the field').fill('120');
    await page.getByRole('button', { name: 'Show the prescription' }).click();
    await page.locator('.inspected img').waitFor();
    expect(await page.locator('.inspected tbody tr td:first-child').allInnerTexts()).toEqual(['120', '180']);
    expect(await accessibilityProblems(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('.prescription').getByRole('button', { name: 'Shapefile' }).click(),
    ]);
    expect(
      readFileSync(await download.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    expect(complaints).toEqual([]);
    await close();
  });

  test('and what is shown are files', async () => {
    const { page, complaints, close } = await pageWithZone();
    await page.getByText('Export what is shown').click();
    await page.getByLabel('Points of the zone only').check();
    const menu = page.locator('.export');
    const contents: Record<string, Buffer> = {};
    for (const name of ['PNG', 'GeoTIFF', 'Shapefile', 'GeoJSON', 'CSV']) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        menu.getByRole('button', { name, exact: true }).click(),
      ]);
      contents[name] = readFileSync(await download.path());
      await menu.getByRole('button', { name, exact: true }).and(page.locator(':enabled')).waitFor();
    }
    expect(contents.PNG?.subarray(1, 4).toString()).toBe('PNG');
    expect(contents.GeoTIFF?.subarray(0, 3).toString()).toBe('II*');
    expect(contents.Shapefile?.subarray(0, 2).toString()).toBe('PK');
    expect(JSON.parse(contents.GeoJSON?.toString() ?? '').features).toHaveLength(10_633);
    expect(contents.CSV?.toString().trimEnd().split('\r\n')).toHaveLength(10_634);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
