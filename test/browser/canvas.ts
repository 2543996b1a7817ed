import type { Locator } from 'playwright-core';

/** The colours of a canvas that at least four thousandths of its pixels have, in hexadecimal. */
export const coloursOf = (canvas: Locator): Promise<string[]> =>
  canvas.evaluate((drawn: HTMLCanvasElement) => {
    const copy = new OffscreenCanvas(drawn.width, drawn.height).getContext('2d');
    copy?.drawImage(drawn, 0, 0);
    const pixels = copy?.getImageData(0, 0, drawn.width, drawn.height).data ?? [];
    const counts = new Map<string, number>();
    for (let pixel = 0; pixel < pixels.length; pixel += 4) {
      if (pixels[pixel + 3] !== 255) continue;
      const code = [0, 1, 2].map((channel) => (pixels[pixel + channel] ?? 0).toString(16).padStart(2, '0')).join('');
      counts.set(code.toUpperCase(), (counts.get(code.toUpperCase()) ?? 0) + 1);
    }
    return [...counts].filter(([, count]) => count > pixels.length / 1_000).map(([code]) => code);
  });
