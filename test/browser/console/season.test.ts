import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { cloud } from '../../api/cloud.ts';
import { accessibilityProblems } from '../axe.ts';
import { noBrowser } from '../chromium.ts';
import { overhang, picture, watchedPage } from '../page.ts';
import { freshSignIn, type SignIn, useSeasonFarm } from './season-farm.ts';

describe.skipIf(noBrowser)('the season of a field', () => {
  const season = useSeasonFarm();

  /** A page that signs in by itself, as on a laptop; by the form without `signIn`. */
  async function consolePage(path: string, signIn: SignIn | undefined, options: BrowserContextOptions = {}) {
    const watched = await watchedPage(season.browser, { viewport: { width: 1280, height: 900 }, ...options });
    await watched.page.route('**/web/demo.json', (route) =>
      signIn ? route.fulfill({ json: signIn }) : route.fulfill({ status: 404, json: {} }),
    );
    await watched.page.goto(`${cloud.baseUrl}/console${path}`);
    return watched;
  }

  const seasonPath = () => `/fields/${season.farm.fieldId}/2016`;
  const slider = (page: Page) => page.getByRole('slider', { name: 'Shown event of the season' });

  test.each([
    ['light', 360, 740],
    ['dark', 360, 740],
    ['light', 1280, 900],
    ['dark', 1280, 900],
    ['light', 1920, 1080],
    ['dark', 1920, 1080],
  ] as const)('shows the harvest and the axis: %s, %d pixels wide', async (colorScheme, width, height) => {
    const options = { viewport: { width, height }, colorScheme };
    const { page, complaints, foreign, close } = await consolePage(seasonPath(), season.farm.signIn, options);
    await page.getByRole('heading', { name: 'Creek Eighty 2016' }).waitFor();
    await expect.poll(() => slider(page).getAttribute('aria-valuetext')).toBe('Harvest, soybeans, 19 Sep 2016');
    await page
      .getByText('Growing degree days of soybean, °F, 1 May 2016 (no planting was recorded) to harvest')
      .waitFor();
    await page.locator('.parts-loading:empty').waitFor({ state: 'attached' });
    // The cloud of tests has stand-ins only.
    await page.getByText('Synthetic weather: no weather service could be reached.').waitFor();
    await page.getByText('Synthetic scenes: they show other ground').waitFor();
    expect(await page.locator('.season-area').innerText()).toMatch(/^2\d\.\d\d ac$/);
    const card = page.getByRole('region', { name: 'Harvest, soybeans' });
    const facts = async () =>
      Object.fromEntries((await card.locator('dl > div').allInnerTexts()).map((one) => one.split('\n')));
    await expect.poll(facts).toEqual({
      'Yield, dry volume': expect.stringMatching(/^7\d\.\d+ bu\/ac$/),
      Total: expect.stringMatching(/^1,\d{3} bu$/),
      Moisture: expect.stringMatching(/^1\d\.\d+ %$/),
      'Worked area': expect.stringMatching(/^24\.\d+ ac$/),
      Varieties: '23A42',
      When: expect.stringMatching(/^19 Sep 2016, \d\d:\d\d to .*\(America\/Chicago\)$/),
    });
    const [top, map] = await Promise.all([card, page.locator('.season-map')].map((one) => one.boundingBox()));
    expect((top?.y ?? 0) + (top?.height ?? 0)).toBeLessThanOrEqual(map?.y ?? 0);
    expect(await page.locator('main').innerText()).not.toMatch(/m²|\bha\b/);
    expect(await page.locator('select[name=layer] option:checked').innerText()).toBe('Yield, dry volume (bu/ac)');
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
    await picture(page, `console-season-${width}-${colorScheme}`);
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
    await close();
  });

  test('moves the shown layer along the axis by keys, by pointer and by its table', async () => {
    const { page, complaints, close } = await consolePage(seasonPath(), season.farm.signIn);
    const shown = () => slider(page).getAttribute('aria-valuetext');
    await expect.poll(shown).toBe('Harvest, soybeans, 19 Sep 2016');
    await expect.poll(() => slider(page).getAttribute('aria-valuemax')).toBe('5');
    await slider(page).focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(shown).toBe('Satellite scene, 12 Sep 2016');
    expect(await page.locator('select[name=event] option:checked').innerText()).toBe('Satellite scene · 12 Sep 2016');
    await page.keyboard.press('Home');
    await expect.poll(shown).toBe('Satellite scene, 20 May 2016');
    await page.keyboard.press('End');
    await expect.poll(shown).toBe('Harvest, soybeans, 19 Sep 2016');
    const box = await slider(page).boundingBox();
    if (!box) throw new Error('the axis is not there');
    const july = box.x + (box.width * 189) / 365;
    await page.mouse.click(july, box.y + box.height / 2);
    await expect.poll(shown).toBe('Satellite scene, 9 Jul 2016');
    await page.getByText('The season as tables').click();
    await page.getByRole('button', { name: 'Show Satellite scene, 18 Aug 2016' }).click();
    await expect.poll(shown).toBe('Satellite scene, 18 Aug 2016');
    const september = page.getByRole('row', { name: /^September 2016/ });
    await expect.poll(() => september.innerText()).toMatch(/^September 2016\t[\d.]+\t\d+\t0.44$/);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('chooses among the properties of the harvest, and a second layer', async () => {
    const { page, close } = await consolePage(seasonPath(), season.farm.signIn);
    const layer = page.locator('select[name=layer]');
    await layer.waitFor();
    const titles = (await layer.locator('option').allInnerTexts()).slice(0, 6);
    expect(titles).toEqual([
      'Yield, dry volume (bu/ac)',
      'Yield, dry mass (lb/ac)',
      'Yield, wet volume (bu/ac)',
      'Yield, wet mass (lb/ac)',
      'Moisture (%)',
      'Variety',
    ]);
    await layer.selectOption({ label: 'Moisture (%)' });
    expect(await layer.locator('option:checked').innerText()).toBe('Moisture (%)');
    const second = page.locator('select[name=second]');
    await second.selectOption({ label: 'NDVI, 18 Aug 2016' });
    expect(await second.locator('option:checked').innerText()).toBe('NDVI, 18 Aug 2016');
    await close();
  });

  test('a season without NDVI leads to those that have some, and has its own fetched', async () => {
    const { page, complaints, close } = await consolePage(`/fields/${season.farm.fieldId}/2019`, season.farm.signIn);
    await page
      .getByText('No NDVI: no satellite scene of this season has been fetched. There is NDVI of 2016.')
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Fetch NDVI of 2019' }).click();
    await page.getByRole('status').filter({ hasText: 'The scenes are being fetched; they appear here.' }).waitFor();
    const { body } = await season.farm.owner.get<{ endDate: string }>(
      `/services/satellite/api/fields/${season.farm.fieldId}-2019`,
    );
    expect(body).toMatchObject({ endDate: '2019-12-31' });
    await page.locator('.no-scenes').getByRole('link', { name: '2016' }).click();
    await page.getByRole('heading', { name: 'Creek Eighty 2016' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('asks for each thing once', async () => {
    const { page, close } = await consolePage('/nowhere', season.farm.signIn);
    const asked: string[] = [];
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.request().method() === 'GET') asked.push(response.url());
      if (response.status() === 404) refused.push(response.url());
    });
    await page.goto(`${cloud.baseUrl}/console${seasonPath()}`);
    await page.getByRole('region', { name: 'Harvest, soybeans' }).locator('dl').waitFor();
    await page.locator('.parts-loading:empty').waitFor({ state: 'attached' });
    const configs = asked.filter((url) => url.includes('/config/'));
    expect(configs).toHaveLength(new Set(configs).size);
    // A user may have no settings of its own, and the scenes of the tests no true colours.
    expect(refused.filter((url) => !url.includes('/config/') && !url.includes('/images/'))).toEqual([]);
    await close();
  });

  test('says of each part that fails which it is, and loads it again; the others stay', async () => {
    const { page, close } = await consolePage('/nowhere', season.farm.signIn);
    let isFailing = true;
    await page.route('**/weather/agronomy/**', (route) =>
      isFailing ? route.fulfill({ status: 503, json: { detail: 'The weather service rests.' } }) : route.fallback(),
    );
    await page.goto(`${cloud.baseUrl}/console${seasonPath()}`);
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain('The weather could not be loaded: The weather service rests.');
    await expect.poll(() => slider(page).getAttribute('aria-valuemax')).toBe('5');
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'console-part-failed');
    isFailing = false;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Growing degree days of soybean').waitFor();
    expect(await alert.count()).toBe(0);
    await close();
  });

  test('says that nothing was recorded in a season, and which seasons have work', async () => {
    const { page, close } = await consolePage(`/fields/${season.farm.fieldId}/2011`, season.farm.signIn);
    await page.getByRole('heading', { name: 'Nothing was recorded in 2011' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'console-empty-season');
    await page.getByLabel('Map').getByRole('link', { name: '2016' }).click();
    await page.getByRole('heading', { name: 'Creek Eighty 2016' }).waitFor();
    expect(await page.title()).toBe('Creek Eighty, 2016 · Furrow');
    await close();
  });

  test('shows a field of another owner as one that does not exist', async () => {
    const { signIn } = await freshSignIn();
    const texts: string[] = [];
    for (const path of [seasonPath(), '/fields/there-is-none/2016', `/fields/${'ö'.repeat(80)}/2016`]) {
      const { page, close } = await consolePage(path, signIn);
      await page.getByRole('heading', { name: 'There is no such field, or it is not yours' }).waitFor();
      texts.push(await page.locator('main').innerText());
      expect(await accessibilityProblems(page)).toEqual([]);
      await close();
    }
    expect(new Set(texts).size).toBe(1);
  });

  test('leads from users to fields to seasons without loading the page again', async () => {
    const { page, complaints, close } = await consolePage('', season.farm.signIn, {
      viewport: { width: 360, height: 740 },
    });
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    for (const [link, heading] of [
      [/./, /./],
      ['Creek Eighty', 'Creek Eighty'],
      ['2016', 'Creek Eighty 2016'],
    ] as const) {
      await page.locator('.rows').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.locator('.rows').getByRole('link', { name: link }).first().click();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    }
    expect(await page.evaluate(() => location.pathname)).toBe(`/console${seasonPath()}`);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: /^Creek Eighty$/ }).waitFor();
    expect({ loads, complaints }).toEqual({ loads: 0, complaints: [] });
    await close();
  });

  test('asks to sign in where there is no demo owner, and keeps the session in the page only', async () => {
    const { page, complaints, close } = await consolePage(seasonPath(), undefined);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'console-sign-in');
    const { username, password, clientId } = season.farm.signIn;
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Client ID').fill(clientId);
    await page.getByLabel('Password').fill('another');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('do not belong together');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => slider(page).getAttribute('aria-valuetext')).toBe('Harvest, soybeans, 19 Sep 2016');
    const kept = await page.evaluate(() => ({
      cookies: document.cookie,
      local: { ...localStorage },
      session: { ...sessionStorage },
    }));
    expect(kept).toEqual({ cookies: '', local: {}, session: {} });
    expect(await page.context().cookies()).toEqual([]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
