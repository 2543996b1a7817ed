import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DrawnFrame } from '../../../web/map/drawing/drawn-frame.ts';
import type { glPainter } from '../../../web/map/drawing/gl/gl-painter.ts';
import type { rasterPainter } from '../../../web/map/drawing/raster/raster-painter.ts';
import { launchBrowser, noBrowser } from '../chromium.ts';

declare const painters: { glPainter: typeof glPainter; rasterPainter: typeof rasterPainter };

/** Both painters as a script that a page without a server runs. */
async function paintersScript(): Promise<string> {
  const folder = './web/map/drawing';
  const contents = `export { glPainter } from '${folder}/gl/gl-painter.ts';
    export { rasterPainter } from '${folder}/raster/raster-painter.ts';`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'painters',
  });
  return outputFiles[0]?.text ?? '';
}

let browser: Browser | undefined;
beforeAll(async () => {
  if (!noBrowser) browser = await launchBrowser();
});
afterAll(() => browser?.close());

test.skipIf(noBrowser)('both painters draw the same map, but for edges, which WebGL smooths', async () => {
  const page = await browser?.newPage();
  if (!page) throw new Error('the browser has no page');
  await page.addScriptTag({ content: await paintersScript() });
  const counts = await page.evaluate(async () => {
    const count = 400;
    const [at, value, heading, state] = [
      new Float32Array(2 * count),
      new Float32Array(count),
      new Float32Array(count),
      new Uint8Array(count),
    ];
    for (let index = 0; index < count; index++) {
      at.set([24 * (index % 20) - 228, 18 * Math.floor(index / 20) - 171], 2 * index);
      value[index] = index % 7;
      heading[index] = index / 30;
      state[index] = index % 11 === 0 ? 1 : 0;
    }
    const ground = { wide: 16, long: 11 };
    const about = { of: 'machine' as const, points: count, states: [], ground };
    const grid = {
      cell: 1,
      xmin: 0,
      ymin: 0,
      columns: 0,
      rows: 0,
      starts: new Uint32Array(1),
      order: new Uint32Array(),
    };
    const points = { count, at, value, heading, state, about, grid };
    const shades = [
      [1, 0, 0, 1],
      [0, 1, 0, 1],
      [0, 0, 1, 1],
      [0, 0, 0, 0],
    ] as const;
    const colours = Uint8Array.from({ length: 4 * 12 }, (_, index) => (index % 4 === 3 ? 255 : (index * 53) % 256));
    const frame: DrawnFrame = {
      view: { x: 6, y: -4, metresPerPixel: 0.8 },
      size: { width: 500, height: 380 },
      density: 1.5,
      points: { points, bounds: [1, 3, 5], shades, showHidden: false },
      second: { points: { points, bounds: [2], shades: [shades[2], shades[0]], showHidden: true }, from: 280 },
      backdrop: { width: 4, height: 3, extent: { xmin: -150, ymin: -120, xmax: 160, ymax: 130 }, colours },
    };
    const canvas = document.createElement('canvas');
    const pixels = async (painter: ReturnType<typeof glPainter>) => {
      const picture = await painter?.paint(frame);
      if (!picture) throw new Error('nothing was painted');
      if ('bytes' in picture) return picture.bytes;
      const { width, height } = picture;
      Object.assign(canvas, { width, height });
      const context = canvas.getContext('2d');
      context?.drawImage(picture, 0, 0);
      return context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
    };
    const [one, other] = [await pixels(painters.glPainter(true)), await pixels(painters.rasterPainter())];
    let alike = 0;
    for (let pixel = 0; pixel < one.length; pixel += 4) {
      const isAlike = [0, 1, 2, 3].every(
        (channel) => Math.abs((one[pixel + channel] ?? 0) - (other[pixel + channel] ?? 0)) <= 3,
      );
      alike += isAlike ? 1 : 0;
    }
    return {
      lengths: [one.length, other.length],
      share: alike / (one.length / 4),
      isByGraphics: painters.glPainter() !== undefined,
    };
  });
  expect(counts.lengths).toEqual([750 * 570 * 4, 750 * 570 * 4]);
  expect(counts.share).toBeGreaterThan(0.9);
  // The browser of tests imitates a graphics processor, which is not good enough for a page.
  expect(counts.isByGraphics).toBe(false);
});
