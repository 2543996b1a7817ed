import type { Painter } from '../drawn-frame.ts';
import { pixelsOf } from '../drawn-frame.ts';
import { rasterPicture } from './raster-picture.ts';
import { rasterPoints } from './raster-points.ts';

const maxPieceMilliseconds = 10;

/** Draws without a graphics processor, in pieces, between which the thread answers what else it is asked. */
export function rasterPainter(): Painter {
  return {
    async paint({ view, size, density, backdrop, points, second }) {
      const { width, height, split } = pixelsOf({ size, density, second });
      const raster = { width, height, pixels: new Uint32Array(width * height) };
      const place = { x: view.x, y: view.y, pixelsPerMetre: density / view.metresPerPixel };
      if (points) await inPieces(rasterPoints(raster, points, place, density, [0, split]));
      if (second) await inPieces(rasterPoints(raster, second.points, place, density, [split, width]));
      if (backdrop) await inPieces(rasterPicture(raster, backdrop, place));
      return { width, height, bytes: new Uint8ClampedArray(raster.pixels.buffer) };
    },
  };
}

async function inPieces(work: Generator<void>): Promise<void> {
  let begin = performance.now();
  while (!work.next().done) {
    if (performance.now() - begin < maxPieceMilliseconds) continue;
    await nextTurn();
    begin = performance.now();
  }
}

/** Resolves after the messages that have arrived. Timers wait for at least 4 ms. */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
