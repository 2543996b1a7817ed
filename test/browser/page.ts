import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { cloud } from '../api/cloud.ts';
import { withAxe } from './axe.ts';

const folder = 'dist/screenshots';

export interface WatchedPage {
  page: Page;
  /** Errors in the console, except for failed responses, which pages expect. */
  complaints: string[];
  /** Requests to other servers than the service and its storage. */
  foreign: string[];
  close(): Promise<void>;
}

/** A page in a browser profile of its own, by default as small as a phone. */
export async function watchedPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-US', ...options });
  // Half a minute is short on a busy machine.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  const foreign: string[] = [];
  const own = [cloud.baseUrl, cloud.endpoints.services.s3, 'data:'];
  page.on('request', (request) => {
    if (!own.some((origin) => request.url().startsWith(origin))) foreign.push(request.url());
  });
  page.on('pageerror', (error) => void complaints.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) complaints.push(text);
  });
  await withAxe(page);
  return { page, complaints, foreign, close: () => context.close() };
}

/** Saves a picture of the page in `dist/screenshots`. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true, animations: 'disabled' });
}

/** The pixels by which a page is wider than the window. */
export const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
