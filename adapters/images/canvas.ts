import { dotsOf } from './lettering.ts';

/** Pixels to draw on, row by row from the top: numbers of a palette, or colours as from `packed`. */
export interface Canvas {
  width: number;
  height: number;
  pixels: Uint8Array | Uint32Array;
  /** Pixels per dot of a letter. */
  dot: number;
}

export type Corner = readonly [x: number, y: number];

/** Fills a rectangle; the parts of it beside the canvas are left out. */
export function fill({ width, height, pixels }: Canvas, [x, y]: Corner, [wide, high]: Corner, colour: number): void {
  const [from, to] = [Math.max(0, x), Math.min(width, x + wide)];
  if (from >= to) return;
  for (let row = Math.max(0, y); row < Math.min(height, y + high); row++) {
    pixels.fill(colour, row * width + from, row * width + to);
  }
}

/** Writes a line of text below and right of a corner. */
export function write(canvas: Canvas, text: string, [left, top]: Corner, colour: number): void {
  const { dot } = canvas;
  for (const { x, y } of dotsOf(text)) fill(canvas, [left + x * dot, top + y * dot], [dot, dot], colour);
}
