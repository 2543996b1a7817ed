import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloud } from '../api/cloud.ts';
import { freshApiKey } from '../api/keys/api-key.ts';
import { everyAppKey } from '../api/keys/app-key.ts';
import { freshOwner, type TestOwner } from '../api/owner.ts';
import { freshUser } from '../api/users/user.ts';
import { accessibilityProblems } from './axe.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { startOtherOrigin } from './other-origin.ts';
import { picture, watchedPage } from './page.ts';

/** Styles of a page that try to affect everything in it. */
const hostile = `* { color: red !important; font: 40px serif !important; visibility: hidden; --ink: red !important; --card: red !important }
button, input { display: none !important }
furrow-connect, furrow-upload { visibility: visible }`;

const script = `${cloud.baseUrl}/web/components.js`;

describe.skipIf(noBrowser)('a component in a page of another origin', () => {
  let browser: Browser;
  let owner: TestOwner;
  let origin: Awaited<ReturnType<typeof startOtherOrigin>>;

  beforeAll(async () => {
    [browser, owner, origin] = await Promise.all([launchBrowser(), freshOwner(), startOtherOrigin()]);
    await everyAppKey(owner);
  });

  afterAll(async () => {
    await browser?.close();
    origin?.close();
  });

  test('uses its key, reports events, and keeps its own look', async () => {
    const { id: svcUser } = await freshUser(owner);
    const { key: apiKey } = await freshApiKey(owner, svcUser);
    const { page, complaints, close } = await watchedPage(browser, { viewport: { width: 900, height: 900 } });
    await page.goto(origin.url);
    await page.addStyleTag({ content: hostile });
    await page.evaluate(
      ({ apiKey, svcUser }) => {
        document.documentElement.lang = 'en';
        const details: string[] = [];
        Object.assign(globalThis, { details });
        for (const tag of ['furrow-connect', 'furrow-upload']) {
          const component = document.createElement(tag);
          component.addEventListener('providerWidgetStatus', (event) =>
            details.push(JSON.stringify((event as CustomEvent).detail)),
          );
          // One key is set before the element is defined, the other by its attribute.
          Object.assign(component, { apiKey, title: 'Bring your data' });
          component.setAttribute('svc-user', svcUser);
          document.body.append(component);
        }
      },
      { apiKey, svcUser },
    );
    await page.addScriptTag({ url: script, type: 'module' });
    await page.locator('[data-provider=JohnDeere]').waitFor();
    await page.getByRole('button', { name: 'I understand' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Bring your data' }).count()).toBe(2);
    const look = await page.locator('[data-provider=JohnDeere] strong').evaluate((element) => {
      const { color, fontSize } = getComputedStyle(element);
      return { color, fontSize };
    });
    expect(look).toEqual({ color: 'rgb(29, 39, 24)', fontSize: '16px' });
    expect(await page.evaluate(() => (globalThis as unknown as { details: string[] }).details)).toEqual([
      '{"code":0,"message":"Started"}',
    ]);
    const problems = await accessibilityProblems(page);
    expect(problems.filter((line) => !/^(region|landmark|page-has)/.test(line))).toEqual([]);
    expect(complaints).toEqual([]);
    await picture(page, 'embedded');
    await close();
  });

  test('reports that its key has expired, and accepts another one', async () => {
    const { id: svcUser } = await freshUser(owner);
    const { key } = await freshApiKey(owner, svcUser);
    const { page, close } = await watchedPage(browser);
    await page.goto(origin.url);
    await page.addScriptTag({ url: script, type: 'module' });
    await page.evaluate(
      ({ apiKey, svcUser }) => {
        const component = Object.assign(document.createElement('furrow-connect'), { apiKey: 'none', svcUser });
        component.addEventListener('keyEnded', () => Object.assign(component, { apiKey }));
        document.body.append(component);
      },
      { apiKey: key, svcUser },
    );
    await page.getByText('Your session has ended').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('[data-provider=JohnDeere]').waitFor();
    await close();
  });
});
