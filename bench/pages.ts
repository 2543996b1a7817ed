import { closeSync, ftruncateSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchBrowser, noBrowser } from '../test/browser/chromium.ts';
import { httpClient, json } from './http-client.ts';
import { MissingPeer } from './missing-peer.ts';
import { makeOwners } from './owners.ts';
import { benchmark, type Row, within } from './row.ts';
import { type RunningFurrow, startFurrow } from './running-furrow.ts';
import { slowDown } from './slow-phone.ts';
import { median } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const maxPaintMilliseconds = 1_000;
const maxKilobytes = 100;
const maxRequests = 12;
const maxHeapMegabytes = 50;
const partNumber = /[?&]partNumber=(\d+)/;

/** Paint times of link pages on a slow phone, and an upload of a gigabyte from a page whose connection is cut meanwhile. */
export const pages = benchmark({
  name: 'pages',
  takes: 'two minutes and 3 GB of disk: pages of links on a slow phone, and 1 GB from a page',
  sizes: {
    full: { visits: 3, bytes: 1024 ** 3, partsBeforeCut: 20, cutMilliseconds: 5_000 },
    tiny: { visits: 1, bytes: 12 * 1024 ** 2, partsBeforeCut: 1, cutMilliseconds: 100 },
  },
  async *run({ visits, bytes, ...cut }) {
    const temporary = temporaryFolder();
    let furrow: RunningFurrow | undefined;
    let browser: Browser | undefined;
    try {
      if (noBrowser) throw new MissingPeer(noBrowser);
      furrow = await startFurrow(join(temporary.path, 'state'));
      browser = await launchBrowser();
      const links = await makeLinks(furrow);
      yield* firstPaint(browser, 'the page of providers', links.provider, visits);
      yield* firstPaint(browser, 'the page of uploads', links['file-upload'], visits);
      yield* largeUpload(browser, links['file-upload'], sparseFile(join(temporary.path, 'large.zip'), bytes), cut);
    } finally {
      await browser?.close();
      await furrow?.stop();
      temporary.remove();
    }
  },
});

async function makeLinks({ endpoints }: RunningFurrow): Promise<{ provider: string; 'file-upload': string }> {
  const [{ token } = { token: '' }] = await makeOwners(endpoints, 1);
  const client = httpClient();
  const post = async <T>(path: string, body: object): Promise<T> => {
    const asked = { url: endpoints.baseUrl + path, token, method: 'POST', body: json(body) };
    return JSON.parse((await client.ask(asked)).body.toString()) as T;
  };
  const users = '/services/usermanagement/api';
  const { id } = await post<{ id: string }>(`${users}/users`, { name: 'Ada', email: 'ada@example.com' });
  await post(`${users}/app-keys/JohnDeere/bench/STAGE`, { clientKey: 'key', clientSecret: 'secret' });
  const link = async (type: string) =>
    (await post<{ link: string }>(`/services/widgets/api/magic-link/users/${id}/${type}`, {})).link;
  const made = { provider: await link('provider'), 'file-upload': await link('file-upload') };
  client.close();
  return made;
}

/** Paint times of a page. The first visit, which wakes functions and browser, does not count. */
async function* firstPaint(browser: Browser, name: string, link: string, count: number): AsyncIterable<Row> {
  await visit(browser, link);
  const visits: Visit[] = [];
  for (let number = 0; number < count; number++) visits.push(await visit(browser, link));
  const of = (figure: keyof Visit) => median(visits.map((one) => one[figure]));
  yield within(`${name}, first contentful paint`, of('paint'), maxPaintMilliseconds, 'ms');
  yield within(`${name}, received`, of('kilobytes'), maxKilobytes, 'kB');
  yield within(`${name}, requests`, of('requests'), maxRequests, 'requests');
}

interface Visit {
  /** Milliseconds. */
  paint: number;
  kilobytes: number;
  requests: number;
}

/** Opens a link with an empty browser cache. */
async function visit(browser: Browser, link: string): Promise<Visit> {
  const { page, protocol } = await freshPage(browser);
  const received: number[] = [];
  protocol.on('Network.loadingFinished', ({ encodedDataLength }) => received.push(encodedDataLength));
  await slowDown(protocol);
  await page.goto(link, { waitUntil: 'networkidle' });
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  await page.context().close();
  const kilobytes = received.reduce((sum, size) => sum + size, 0) / 1000;
  return { paint: paint ?? Number.NaN, kilobytes, requests: received.length };
}

/** An upload whose connection is cut for a while in the middle; what has arrived is not sent again. */
async function* largeUpload(
  browser: Browser,
  link: string,
  path: string,
  { partsBeforeCut, cutMilliseconds }: { partsBeforeCut: number; cutMilliseconds: number },
): AsyncIterable<Row> {
  const { page, protocol } = await freshPage(browser);
  const arrived = new Map<string, number>();
  page.on('response', (response) => {
    const [, part] = partNumber.exec(response.url()) ?? [];
    if (part && response.ok()) arrived.set(part, (arrived.get(part) ?? 0) + 1);
  });
  await page.goto(link);
  await page.getByRole('button', { name: 'I understand' }).click();
  const before = await heapMegabytes(protocol);
  await page.locator('input[type=file]').setInputFiles(path);
  while (arrived.size < partsBeforeCut) await setTimeout(50);
  await page.context().setOffline(true);
  const during = await heapMegabytes(protocol);
  await setTimeout(cutMilliseconds);
  await page.context().setOffline(false);
  await page.locator('.transfer.sent').waitFor({ timeout: 300_000 });
  const after = await heapMegabytes(protocol);
  await page.context().close();
  const twice = [...arrived.values()].filter((times) => times > 1).length;
  yield within('1 GB from a page, growth of its heap', Math.max(during, after) - before, maxHeapMegabytes, 'MB');
  const none = { comparedWith: { what: 'any', value: 1 }, limit: { atMost: 0 } };
  yield { name: '1 GB from a page, parts sent again after a cut', measured: twice, unit: 'requests', ...none };
}

async function freshPage(browser: Browser): Promise<{ page: Page; protocol: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-US' });
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.enable');
  await protocol.send('Performance.enable');
  return { page, protocol };
}

async function heapMegabytes(protocol: CDPSession): Promise<number> {
  await protocol.send('HeapProfiler.collectGarbage');
  const { metrics } = await protocol.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1_000_000;
}

/** A sparse file, which takes no room on the disk until it is copied. */
function sparseFile(path: string, bytes: number): string {
  const file = openSync(path, 'w');
  ftruncateSync(file, bytes);
  closeSync(file);
  return path;
}
