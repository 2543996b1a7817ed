import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { residentTogether, watchMemory } from '../process-memory.ts';
import { slowDown } from '../slow-phone.ts';
import { type Task, watchMainThread } from './main-thread.ts';

/** Layers by property, compressed, in place of those of the storage. */
export type Layers = Readonly<Record<string, Buffer>>;

export interface Visit {
  /** Milliseconds until the first text, and until the map has drawn the points and the legend has counted them. */
  text: number;
  interactive: number;
  /** The longest task of the main thread, until the map has been moved. */
  task: Task;
  /** Frames a second while the map is moved: of the screen, and of points that were drawn anew. */
  screens: number;
  drawings: number;
  kilobytes: number;
  /** The most that the page and its workers have had in memory, without what an empty page has. */
  megabytes: number;
  /** What the legend says of points that are left out. */
  thinned: string | undefined;
}

const movedMilliseconds = 1_000;
const betweenLooks = 100;
const maxLooks = 1_200;

/** Opens the season with an empty browser cache, and moves its map. */
export async function visit(browser: Browser, url: string, layers: Layers = {}): Promise<Visit> {
  const { page, received, close } = await freshPage(browser, { width: 1280, height: 900 }, layers);
  const system = await browser.newBrowserCDPSession();
  const renderers = async () => {
    const { processInfo } = await system.send('SystemInfo.getProcessInfo');
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  };
  const pids = await renderers();
  const empty = await residentTogether(pids);
  const memory = watchMemory(() => pids);
  const longestTask = await watchMainThread(browser, page);
  await page.goto(url);
  await page.locator('.classes tfoot').first().waitFor({ timeout: 120_000 });
  await untilKnown(page, () => (globalThis as unknown as Watched).times.interactive);
  // Areas and directions follow, and are drawn.
  await sleep(2_000);
  const moved = await moveMap(page);
  const task = await longestTask();
  await memory.stop();
  const times = await page.evaluate(() => ({
    text: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    interactive: (globalThis as unknown as Watched).times.interactive ?? Number.NaN,
  }));
  const thinned = (await page.locator('.thinned').allInnerTexts())[0];
  await system.detach();
  await close();
  return { ...times, ...moved, task, kilobytes: received() / 1000, megabytes: memory.peak() - empty, thinned };
}

/** Milliseconds until the first text of the season on a slow phone. */
export async function visitByPhone(browser: Browser, url: string): Promise<number> {
  const { page, close } = await freshPage(browser, { width: 360, height: 740 }, {});
  await slowDown(await page.context().newCDPSession(page));
  await page.goto(url);
  const milliseconds = await untilKnown(
    page,
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  );
  await close();
  return milliseconds;
}

/** Asks the page again and again. Its policy forbids what `page.waitForFunction` does. */
async function untilKnown(page: Page, figure: () => number | undefined): Promise<number> {
  for (let look = 0; look < maxLooks; look++) {
    const known = await page.evaluate(figure);
    if (known !== undefined) return known;
    await sleep(betweenLooks);
  }
  throw new Error('the season was not drawn within two minutes');
}

async function freshPage(browser: Browser, viewport: { width: number; height: number }, layers: Layers) {
  const context = await browser.newContext({ viewport, locale: 'en-US' });
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
  await page.addInitScript(watchDrawing);
  return { page, received: () => bytes, close: () => context.close() };
}

interface Watched {
  times: { legend?: number; interactive?: number; screens: number; drawings: number };
}

/**
 * Runs in the page: notes when the legend counts points, when the map first shows them, and each frame. All functions are members, since a
 * name that is given to one would be looked up in this process.
 */
function watchDrawing(): void {
  const times: Watched['times'] = { screens: 0, drawings: 0 };
  const { putImageData, drawImage } = CanvasRenderingContext2D.prototype;
  const watching = {
    drawn() {
      times.drawings += 1;
      if (times.legend !== undefined) times.interactive ??= performance.now();
    },
    onFrame() {
      times.screens += 1;
      requestAnimationFrame(watching.onFrame);
    },
  };
  Object.assign(globalThis, { times });
  new MutationObserver(() => {
    if (times.legend === undefined && document.querySelector('.classes tfoot')) times.legend = performance.now();
  }).observe(document, { subtree: true, childList: true });
  Object.assign(CanvasRenderingContext2D.prototype, {
    putImageData(this: CanvasRenderingContext2D, ...given: Parameters<typeof putImageData>) {
      putImageData.apply(this, given);
      watching.drawn();
    },
    drawImage(this: CanvasRenderingContext2D, ...given: Parameters<typeof drawImage>) {
      drawImage.apply(this, given);
      watching.drawn();
    },
  });
  watching.onFrame();
}

/** Drags the map about, as fast as the page takes it. */
async function moveMap(page: Page): Promise<Pick<Visit, 'screens' | 'drawings'>> {
  const box = await page.locator('.field-map-surface').boundingBox();
  if (!box) throw new Error('the season has no map');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const counted = () => page.evaluate(() => ({ ...(globalThis as unknown as Watched).times, at: performance.now() }));
  await page.mouse.move(x, y);
  await page.mouse.down();
  const before = await counted();
  const end = performance.now() + movedMilliseconds;
  for (let step = 0; performance.now() < end; step++) {
    await page.mouse.move(x + 80 * Math.sin(step / 9), y + 50 * Math.sin(step / 7));
  }
  const after = await counted();
  await page.mouse.up();
  const seconds = (after.at - before.at) / 1000;
  return {
    screens: (after.screens - before.screens) / seconds,
    drawings: (after.drawings - before.drawings) / seconds,
  };
}
