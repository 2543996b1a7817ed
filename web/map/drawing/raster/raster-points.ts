import { pointSize } from '../../point-size.ts';
import type { DrawnPoints } from '../drawn-frame.ts';
import { type Place, pixelOfColour, type Raster } from './raster.ts';

/** Points that are drawn between two pauses: about a millisecond. */
const pointsOfPiece = 8_192;

/**
 * Draws points as rectangles, turned to the direction of travel, in the colours of their classes: each pixel whose middle lies in one.
 *
 * @param columns of the raster that are drawn on: from the first one up to the second one.
 * @param density pixels of the raster in a pixel of the page.
 * @yields after each piece, so that the thread can do something else in between.
 */
export function* rasterPoints(
  { width, height, pixels }: Raster,
  { points, bounds, shades, showHidden }: DrawnPoints,
  { x, y, pixelsPerMetre }: Place,
  density: number,
  [left, right]: readonly [number, number],
): Generator<void> {
  const { at, value, heading, state, count, about } = points;
  const [wide, long] = pointSize(about, density / pixelsPerMetre);
  const [halfWide, halfLong] = [(wide * pixelsPerMetre) / 2, (long * pixelsPerMetre) / 2];
  const bound = Float64Array.from(bounds);
  const colours = Uint32Array.from(shades, ([red, green, blue, opacity]) =>
    pixelOfColour(255 * red, 255 * green, 255 * blue, 255 * opacity),
  );
  for (let index = 0; index < count; index++) {
    if (index % pointsOfPiece === pointsOfPiece - 1) yield;
    if (!showHidden && state[index] !== 0) continue;
    const own = value[index] ?? 0;
    let place = 0;
    while (place < bound.length && own > (bound[place] ?? 0)) place++;
    const colour = colours[place] ?? 0;
    if (colour === 0) continue;
    const middleX = width / 2 + ((at[2 * index] ?? 0) - x) * pixelsPerMetre;
    const middleY = height / 2 - ((at[2 * index + 1] ?? 0) - y) * pixelsPerMetre;
    const turn = heading[index] ?? 0;
    const [cosine, sine] = [Math.cos(turn), Math.sin(turn)];
    const reachX = Math.abs(halfWide * cosine) + Math.abs(halfLong * sine);
    const reachY = Math.abs(halfWide * sine) + Math.abs(halfLong * cosine);
    const firstColumn = Math.max(left, Math.ceil(middleX - reachX - 0.5));
    const lastColumn = Math.min(right - 1, Math.floor(middleX + reachX - 0.5));
    const firstRow = Math.max(0, Math.ceil(middleY - reachY - 0.5));
    const lastRow = Math.min(height - 1, Math.floor(middleY + reachY - 0.5));
    for (let row = firstRow; row <= lastRow; row++) {
      // Rows go south, headings are clockwise from north.
      const south = row + 0.5 - middleY;
      for (let column = firstColumn; column <= lastColumn; column++) {
        const east = column + 0.5 - middleX;
        const across = east * cosine + south * sine;
        const along = south * cosine - east * sine;
        if (Math.abs(across) <= halfWide && Math.abs(along) <= halfLong) pixels[row * width + column] = colour;
      }
    }
  }
}
