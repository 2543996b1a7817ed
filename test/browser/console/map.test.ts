import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { cloud } from '../../api/cloud.ts';
import { accessibilityProblems } from '../axe.ts';
import { coloursOf } from '../canvas.ts';
import { noBrowser } from '../chromium.ts';
import { picture, watchedPage } from '../page.ts';
import { useSeasonFarm } from './season-farm.ts';

describe.skipIf(noBrowser)('the map of a season', () => {
  const season = useSeasonFarm();

  /** The season's page once its harvest is drawn. */
  async function seasonPage(options = {}) {
    const watched = await watchedPage(season.browser, { viewport: { width: 1280, height: 900 }, ...options });
    await watched.page.route('**/web/demo.json', (route) => route.fulfill({ json: season.farm.signIn }));
    await watched.page.goto(`${cloud.baseUrl}/console/fields/${season.farm.fieldId}/2016`);
    await watched.page.locator('.classes tfoot').first().waitFor();
    // Areas of points come after the points.
    await expect.poll(() => classRows(watched.page)).toContain('86 – 92 3.15');
    return watched;
  }

  /** Classes and areas of the first legend, or of another one. */
  const classRows = (page: Page, legend = 0): Promise<string[]> =>
    page
      .locator('.legend-card')
      .nth(legend)
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) =>
          [...row.children]
            .slice(0, 2)
            .map(({ textContent }) => textContent?.trim())
            .join(' '),
        ),
      );

  const surface = (page: Page) => page.getByRole('application', { name: /^Map of Creek Eighty/ });

  /** Where on the page a share of the map's width and height is. */
  async function at(page: Page, across: number, down: number): Promise<[number, number]> {
    const box = await surface(page).boundingBox();
    if (!box) throw new Error('the map is not there');
    return [box.x + across * box.width, box.y + down * box.height];
  }

  test('draws the points in the colours of its legend, with the ground of each class, and hides what the cleanup finds', async () => {
    const { page, complaints, foreign, close } = await seasonPage();
    expect(await classRows(page)).toEqual([
      '> 92 1.88',
      '86 – 92 3.15',
      '80 – 86 6.83',
      '75 – 80 5.09',
      '69 – 75 3.62',
      '61 – 69 1.65',
      'up to 61 2.20',
    ]);
    await expect
      .poll(() => coloursOf(page.locator('.field-map canvas')))
      .toEqual(expect.arrayContaining(['35B779', '21908C']));
    await page
      .getByText('1,409 of 40,545 points hidden: 566 slower than 0.5 m/s, 843 yields far from the others.')
      .waitFor();
    await page.getByRole('switch', { name: 'Show all points' }).check();
    await page.getByText('All 40,545 points shown').waitFor();
    await expect.poll(() => page.locator('.classes tfoot').innerText()).toContain('25.1');
    expect(await accessibilityProblems(page)).toEqual([]);
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
    await close();
  });

  test('has other classes as soon as the legend is edited', async () => {
    const { page, close } = await seasonPage();
    await page.getByRole('button', { name: 'Edit classes' }).click();
    await page.getByLabel('Divide by').selectOption('Fixed breaks');
    const breaks = page.getByLabel('Breaks, bu/ac');
    await breaks.fill('80; 60; many');
    await page.getByText('Please write 1 to 8 numbers').waitFor();
    await breaks.fill('80; 60');
    await expect.poll(() => classRows(page)).toHaveLength(3);
    expect((await classRows(page)).map((row) => row.replace(/ [\d.]+$/, ''))).toEqual(['> 80', '60 – 80', 'up to 60']);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel('Divide by').selectOption('Quantiles, equal ground');
    await expect.poll(() => page.locator('.classes tbody tr').count()).toBe(3);
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => classRows(page)).toContain('86 – 92 3.15');
    await close();
  });

  test('reads a point with all its columns, under the pointer and under the crosshair', async () => {
    const { page, complaints, close } = await seasonPage();
    const card = page.locator('.point-card');
    await page.mouse.move(...(await at(page, 0.5, 0.4)));
    await card.waitFor();
    await page.mouse.move(...(await at(page, 0.5, 0.45)));
    await card.getByRole('row', { name: /^Moisture 1\d\.\d+ %$/ }).waitFor();
    await page.mouse.move(...(await at(page, 0.02, 0.98)));
    await card.waitFor({ state: 'detached' });

    await surface(page).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await card.getByRole('row', { name: 'Variety 23A42' }).waitFor();
    const rows = (await card.getByRole('row').allInnerTexts()).map((row) => row.split('\t'));
    const value = await card.locator('strong').innerText();
    const yieldOf = rows.find(([title]) => title === 'Yield, dry volume')?.[1] ?? '';
    expect(Number.parseFloat(yieldOf)).toBeCloseTo(Number.parseFloat(value), 0);
    expect(rows.map(([title]) => title)).toEqual(
      expect.arrayContaining(['Timestamp', 'Speed', 'Elevation', 'Yield, dry mass']),
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'console-map-point');
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  test('swipes another layer across the first, by pointer and by keys', async () => {
    const { page, close } = await seasonPage({ colorScheme: 'dark' });
    await page.locator('select[name=second]').selectOption({ label: 'Moisture (%)' });
    await expect.poll(() => page.locator('.legend-card').count()).toBe(2);
    const handle = page.getByRole('separator');
    expect(await handle.getAttribute('aria-label')).toContain('Moisture');
    await handle.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await handle.getAttribute('aria-valuenow')).toBe('48');
    await page.keyboard.press('End');
    expect(await handle.getAttribute('aria-valuenow')).toBe('100');
    await page.keyboard.press('Home');
    const box = await handle.boundingBox();
    if (!box) throw new Error('there is no handle');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(...(await at(page, 0.6, 0.5)), { steps: 4 });
    await page.mouse.up();
    expect(Number(await handle.getAttribute('aria-valuenow'))).toBeCloseTo(60, -1);
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'console-map-swipe');
    await close();
  });

  test('takes zones that are drawn corner by corner, freehand and by keys, the boundary, and a class', async () => {
    const { page, complaints, close } = await seasonPage();
    const zone = page.locator('.field-map-lines .zone');
    const corners = async () => ((await zone.getAttribute('d')) ?? '').split('L').length;
    const draw = page.getByRole('button', { name: 'Outline a zone' });

    await draw.click();
    for (const [across, down] of [
      [0.4, 0.4],
      [0.6, 0.4],
      [0.6, 0.6],
    ] as const) {
      await page.mouse.click(...(await at(page, across, down)));
    }
    await page.keyboard.press('Enter');
    await expect.poll(() => draw.getAttribute('aria-pressed')).toBe('false');
    expect(await corners()).toBe(4);
    await picture(page, 'console-map-zone');

    await draw.click();
    await page.mouse.move(...(await at(page, 0.45, 0.45)));
    await page.mouse.down();
    for (const [across, down] of [
      [0.6, 0.45],
      [0.6, 0.65],
      [0.45, 0.65],
      [0.45, 0.5],
    ] as const) {
      await page.mouse.move(...(await at(page, across, down)), { steps: 12 });
    }
    await page.mouse.up();
    await expect.poll(() => draw.getAttribute('aria-pressed')).toBe('false');
    expect(await corners()).toBeLessThan(12);

    await draw.click();
    await page.keyboard.press('Escape');
    await zone.waitFor({ state: 'detached' });

    await draw.click();
    await surface(page).focus();
    for (const key of [' ', 'ArrowLeft', 'ArrowLeft', ' ', 'ArrowDown', 'ArrowDown', ' ', 'Enter'])
      await page.keyboard.press(key);
    await expect.poll(() => draw.getAttribute('aria-pressed')).toBe('false');
    expect(await corners()).toBe(4);

    await page.keyboard.press('0');
    await page.getByRole('button', { name: '69 – 75' }).click();
    await expect.poll(corners).toBeGreaterThan(20);
    await page.getByRole('button', { name: '69 – 75' }).click();
    await zone.waitFor({ state: 'detached' });

    await page.locator('.boundary-reach').evaluate((line: SVGGeometryElement) => {
      const { x, y } = line.getPointAtLength(line.getTotalLength() / 3);
      const { a, b, c, d, e, f } = line.getScreenCTM() ?? new DOMMatrix();
      const [clientX, clientY] = [a * x + c * y + e, b * x + d * y + f];
      document
        .elementFromPoint(clientX, clientY)
        ?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, clientX, clientY }));
    });
    await zone.waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
