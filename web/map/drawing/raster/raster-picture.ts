import type { GroundPicture } from '../drawn-frame.ts';
import { type Place, pixelOfColour, type Raster } from './raster.ts';

/** Rows that are drawn between two pauses. */
const rowsOfPiece = 16;

/**
 * Draws a picture, north up, behind what is drawn already: colours between its pixels are mixed, weighed by their opacity.
 *
 * @yields after each piece, so that the thread can do something else in between.
 */
export function* rasterPicture(
  { width, height, pixels }: Raster,
  { extent: { xmin, ymin, xmax, ymax }, ...picture }: GroundPicture,
  { x, y, pixelsPerMetre }: Place,
): Generator<void> {
  const columnOf = (east: number) => width / 2 + (east - x) * pixelsPerMetre;
  const rowOf = (north: number) => height / 2 - (north - y) * pixelsPerMetre;
  const [west, north] = [columnOf(xmin), rowOf(ymax)];
  const [perColumn, perRow] = [picture.width / (columnOf(xmax) - west), picture.height / (rowOf(ymin) - north)];
  const within = (from: number, to: number, size: number) => [
    Math.max(0, Math.ceil(from - 0.5)),
    Math.min(size - 1, Math.floor(to - 0.5)),
  ];
  const [firstColumn = 0, lastColumn = -1] = within(west, columnOf(xmax), width);
  const [firstRow = 0, lastRow = -1] = within(north, rowOf(ymin), height);
  for (let row = firstRow; row <= lastRow; row++) {
    if ((row - firstRow) % rowsOfPiece === rowsOfPiece - 1) yield;
    const down = (row + 0.5 - north) * perRow - 0.5;
    for (let column = firstColumn; column <= lastColumn; column++) {
      const index = row * width + column;
      if (pixels[index] === 0) pixels[index] = mixed(picture, (column + 0.5 - west) * perColumn - 0.5, down);
    }
  }
}

/** The colour at a place of a picture, whose pixels have their middles at whole numbers. */
function mixed({ width, height, colours }: Omit<GroundPicture, 'extent'>, across: number, down: number): number {
  const [left, top] = [Math.floor(across), Math.floor(down)];
  let [red, green, blue, opacity] = [0, 0, 0, 0];
  for (let corner = 0; corner < 4; corner++) {
    const [column, row] = [left + (corner & 1), top + (corner >> 1)];
    const share = (1 - Math.abs(across - column)) * (1 - Math.abs(down - row));
    const at = 4 * (Math.min(height - 1, Math.max(0, row)) * width + Math.min(width - 1, Math.max(0, column)));
    const weight = share * (colours[at + 3] ?? 0);
    red += weight * (colours[at] ?? 0);
    green += weight * (colours[at + 1] ?? 0);
    blue += weight * (colours[at + 2] ?? 0);
    opacity += weight;
  }
  return opacity < 0.5 ? 0 : pixelOfColour(red / opacity, green / opacity, blue / opacity, opacity);
}
