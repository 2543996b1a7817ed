import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { sampleFile } from '../local/sandboxes/world/samples.ts';
import { launchBrowser, noBrowser } from '../test/browser/chromium.ts';
import { syntheticLayers } from './machine-files/synthetic-layers.ts';
import { MissingPeer } from './missing-peer.ts';
import { benchmark, type Row, within } from './row.ts';
import { type RunningFurrow, startFurrow } from './running-furrow.ts';
import { median } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const maxLayerMegabytes = 2;
const maxTaskMilliseconds = 100;
const maxPaintMilliseconds = 2_000;
const year = '2016';

/** The season of the sample harvest in a browser: bytes, tasks of the main thread, and paints; and of a layer of a million points in its place. */
export const season = benchmark({
  name: 'season',
  takes: 'three minutes: the season of a harvest in a browser, as it is and with a million points',
  sizes: { full: { visits: 3, points: 1_000_000 }, tiny: { visits: 1, points: 20_000 } },
  async *run({ visits, points }) {
    const temporary = temporaryFolder();
    let furrow: RunningFurrow | undefined;
    let browser: Browser | undefined;
    try {
      if (noBrowser) throw new MissingPeer(noBrowser);
      furrow = await startFurrow(join(temporary.path, 'state'));
      const { baseUrl } = furrow.endpoints;
      const path = `/console/fields/${await harvestedField(baseUrl)}/${year}`;
      browser = await launchBrowser();
      // The first visit has the layers made, and wakes functions and browser.
      await visit(browser, baseUrl + path);
      yield* figures('the sample harvest', await visited(browser, baseUrl + path, visits));
      const layers = Object.fromEntries(
        Object.entries(syntheticLayers(points)).map(([property, bytes]) => [property, gzipSync(bytes, { level: 9 })]),
      );
      const text = points.toLocaleString('en');
      const megabytes = (layers.dryVolumePerArea?.length ?? Number.NaN) / 1e6;
      yield within(`a layer of ${text} points, compressed`, megabytes, maxLayerMegabytes, 'MB');
      yield* figures(`${text} points`, await visited(browser, baseUrl + path, visits, layers));
    } finally {
      await browser?.close();
      await furrow?.stop();
      temporary.remove();
    }
  },
});

/** Uploads the sample harvest as the demo owner, and makes a field of its ground. @returns its id */
async function harvestedField(baseUrl: string): Promise<string> {
  const signIn = (await (await fetch(`${baseUrl}/web/demo.json`)).json()) as Record<string, string>;
  const { username, password, svcUserId } = signIn;
  const json = { 'content-type': 'application/json' };
  const body = JSON.stringify({ username, password });
  const issued = await fetch(`${baseUrl}/api/authenticate`, { method: 'POST', headers: json, body });
  const { id_token } = (await issued.json()) as { id_token: string };
  const authorization = `Bearer ${id_token}`;
  const ask = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const answer = await fetch(`${baseUrl}/services${path}`, { ...init, headers: { authorization, ...init.headers } });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const form = new FormData();
  form.append('file', new Blob([readFileSync(sampleFile('harvest-of-01'))]), 'harvest.zip');
  await ask(`/operations/api/batch?svcUserId=${svcUserId}`, { method: 'POST', body: form });
  const first = await untilListed<{ id: string }>(() =>
    ask(`/operations/api/files?svcUserId=${svcUserId}&status=processed`),
  );
  const made = await ask<{ id: string }>(`/fields/api/users/${svcUserId}/fields/fromPoints`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ name: 'Bench', fileId: first.id }),
  });
  await untilListed(() => ask<unknown[]>(`/operations/api/operations?fieldId=${made.id}`));
  return made.id;
}

const maxLooks = 600;

async function untilListed<T>(list: () => Promise<T[]>): Promise<T> {
  for (let look = 0; look < maxLooks; look++) {
    const [first] = await list();
    if (first !== undefined) return first;
    await sleep(500);
  }
  throw new Error('the harvest was not processed within five minutes');
}

interface Visit {
  /** Milliseconds until the first text, and until the legend counts the points. */
  text: number;
  legend: number;
  /** Of the longest task of the main thread. */
  task: number;
  kilobytes: number;
}

async function visited(browser: Browser, url: string, count: number, layers?: Record<string, Buffer>): Promise<Visit> {
  const visits: Visit[] = [];
  for (let number = 0; number < count; number++) visits.push(await visit(browser, url, layers));
  const of = (figure: keyof Visit) => median(visits.map((one) => one[figure]));
  return { text: of('text'), legend: of('legend'), task: of('task'), kilobytes: of('kilobytes') };
}

function* figures(name: string, { text, legend, task, kilobytes }: Visit): Iterable<Row> {
  yield within(`${name}, first contentful paint`, text, maxPaintMilliseconds, 'ms');
  yield within(`${name}, longest task of the main thread`, task, maxTaskMilliseconds, 'ms');
  // Drawn by the processor where there is no graphics processor: only reported.
  yield {
    ...within(`${name}, until its legend counts it`, legend, maxPaintMilliseconds, 'ms'),
    limit: { atMost: Number.POSITIVE_INFINITY },
  };
  yield { ...within(`${name}, received`, kilobytes, 1_000, 'kB'), limit: { atMost: Number.POSITIVE_INFINITY } };
}

/** Opens the season with an empty browser cache. @param layers by property, in place of those of the storage. */
async function visit(browser: Browser, url: string, layers: Record<string, Buffer> = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US' });
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.enable');
  let bytes = 0;
  protocol.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  // The worker's requests are those of the context.
  await context.route(/\.layer(\?|$)/, (route) => {
    const [, property = ''] = /(\w+)\.layer/.exec(route.request().url()) ?? [];
    const body = layers[property];
    if (!body) return route.continue();
    bytes += body.length;
    return route.fulfill({ body, headers: { 'access-control-allow-origin': '*' } });
  });
  await watchTasks(page);
  await page.goto(url);
  await page.locator('.classes tfoot').first().waitFor({ timeout: 120_000 });
  const legend = await page.evaluate(() => performance.now());
  // Areas and directions follow, and the last frames.
  await sleep(2_000);
  const text = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  const task = await page.evaluate(() => Math.max(0, ...(globalThis as unknown as { tasks: number[] }).tasks));
  await context.close();
  return { text: text ?? Number.NaN, legend, task, kilobytes: bytes / 1000 };
}

/** Keeps the lengths of tasks of the main thread over 50 ms. */
const watchTasks = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
      buffered: true,
    });
  });
