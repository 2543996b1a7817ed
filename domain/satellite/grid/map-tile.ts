import type { Bounds } from '../../geometry/multi-polygon.ts';

/** Pixels of a side of a tile. */
export const tilePixels = 256;
/** Samples along each side of a tile's pixel where the picture has more pixels than the tile. */
const maxSamples = 4;

/** A tile of web maps: at zoom `z` the world is `2^z` by `2^z` of them, from the north-west. */
export interface MapTile {
  z: number;
  x: number;
  y: number;
}

/** A picture whose colours can be read: red, green, blue and opacity from 0 to 255, row by row from the north. */
export interface ReadPicture {
  width: number;
  height: number;
  colourAt(x: number, y: number): readonly [number, number, number, number];
}

/**
 * A tile of a picture in the projection of web maps (EPSG:3857), as red, green, blue and opacity of its pixels; undefined where the picture does not
 * reach. Enlarged pixels stay squares; of smaller ones the mean is taken.
 *
 * @param bounds of the picture's edges, in degrees.
 */
export function tileOf(
  picture: ReadPicture,
  [west, south, east, north]: Bounds,
  tile: MapTile,
): Uint8Array | undefined {
  const [left, right, top, bottom] = [across(west), across(east), down(north), down(south)];
  const size = 2 ** -tile.z;
  const [tileLeft, tileTop] = [tile.x * size, tile.y * size];
  if (tileLeft >= right || tileLeft + size <= left || tileTop >= bottom || tileTop + size <= top) return undefined;
  const scale = { x: picture.width / (right - left), y: picture.height / (bottom - top) };
  const samples = Math.min(maxSamples, Math.max(1, Math.ceil((size / tilePixels) * Math.max(scale.x, scale.y))));
  const step = size / tilePixels / samples;
  const columns = Array.from({ length: tilePixels * samples }, (_, at) =>
    Math.floor((tileLeft + (at + 0.5) * step - left) * scale.x),
  );
  const rows = Array.from({ length: tilePixels * samples }, (_, at) =>
    Math.floor((tileTop + (at + 0.5) * step - top) * scale.y),
  );
  const colours = new Uint8Array(tilePixels * tilePixels * 4);
  for (let row = 0; row < tilePixels; row += 1) {
    const ys = rows.slice(row * samples, (row + 1) * samples).filter((y) => y >= 0 && y < picture.height);
    if (ys.length === 0) continue;
    for (let column = 0; column < tilePixels; column += 1) {
      const xs = columns.slice(column * samples, (column + 1) * samples).filter((x) => x >= 0 && x < picture.width);
      if (xs.length > 0) colours.set(mixed(picture, xs, ys, samples), (row * tilePixels + column) * 4);
    }
  }
  return colours;
}

/** The mean of pixels, each as much as it is opaque; those beside the picture are transparent. */
function mixed(picture: ReadPicture, xs: readonly number[], ys: readonly number[], samples: number): number[] {
  let [red, green, blue, opacity] = [0, 0, 0, 0];
  for (const y of ys) {
    for (const x of xs) {
      const [r, g, b, a] = picture.colourAt(x, y);
      red += r * a;
      green += g * a;
      blue += b * a;
      opacity += a;
    }
  }
  if (opacity === 0) return [0, 0, 0, 0];
  return [red / opacity, green / opacity, blue / opacity, opacity / (samples * samples)].map(Math.round);
}

/** The position of a meridian on the map, from 0 in the west to 1. */
function across(longitude: number): number {
  return (longitude + 180) / 360;
}

/** The position of a parallel on the map, from 0 in the north to 1. */
function down(latitude: number): number {
  const radians = (latitude * Math.PI) / 180;
  return (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2;
}
