import type { DrawnPicture } from '../frame.ts';
import type { DrawnFrame, Painter } from './drawn-frame.ts';
import { glPainter } from './gl/gl-painter.ts';
import { rasterPainter } from './raster/raster-painter.ts';

/**
 * Draws frames of maps one after the other. Of each map only the latest frame that waits is drawn; one that was begun is finished, so that a
 * map that is moved goes on being drawn.
 *
 * @param frameOf makes the frame that a map waits for when its turn has come.
 */
export function frameQueue<Asked>(
  frameOf: (asked: Asked) => DrawnFrame,
  onDrawn: (map: number, asked: Asked, picture: DrawnPicture) => void,
): { add(map: number, asked: Asked): void; remove(map: number): void } {
  const waiting = new Map<number, Asked>();
  let painters: Painter[] | undefined;
  let isDrawing = false;
  const drawAll = async () => {
    isDrawing = true;
    try {
      for (const [map, asked] of waiting) {
        waiting.delete(map);
        painters ??= [...openGl(), rasterPainter()];
        const picture = await firstOf(painters, frameOf(asked));
        if (picture) onDrawn(map, asked, picture);
      }
    } finally {
      isDrawing = false;
    }
  };
  return {
    add(map, asked) {
      // The map whose frame has waited the longest keeps its turn.
      waiting.set(map, asked);
      if (!isDrawing) void drawAll();
    },
    remove: (map) => void waiting.delete(map),
  };
}

async function firstOf(painters: readonly Painter[], frame: DrawnFrame): Promise<DrawnPicture | undefined> {
  for (const painter of painters) {
    const picture = await painter.paint(frame);
    if (picture) return picture;
  }
  return undefined;
}

/** None where the browser has no graphics processor for this thread, or one that does not take our programs. */
function openGl(): Painter[] {
  try {
    const painter = glPainter();
    return painter ? [painter] : [];
  } catch {
    return [];
  }
}
