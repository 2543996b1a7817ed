import { metresPerDegree } from '../../geometry/local-plane.ts';
import { boundsOf, type MultiPolygon, type Position } from '../../geometry/multi-polygon.ts';
import { SceneProblem } from '../scenes/scene-problem.ts';

/** Pixels over a field, north up, all equally wide and high in the units of their system. */
export interface FieldGrid {
  /** Degrees, web maps, or a zone of UTM. */
  system: `EPSG:${number}`;
  width: number;
  height: number;
  /** The outer corner of the first pixel, and the size of one. */
  west: number;
  north: number;
  dx: number;
  dy: number;
  /** 1 for each pixel whose middle lies in the field. */
  mask: Uint8Array;
  /** The number of these pixels. */
  pixels: number;
}

/** A field of 50,000 ha, the largest, has 5,000,000 pixels of 10 m; its box has more, for fields that are long or in parts. */
const maxPixels = 25_000_000;
/** The longest side of pictures, which browsers can show. */
const maxPictureSide = 4_096;
/** Pictures have this many pixels for each pixel of values along a side. */
const maxEnlargement = 8;

/**
 * The grid of images with values: degrees, the pixels so many metres wide and high in the middle of the field.
 *
 * @throws SceneProblem for a field whose parts lie too far apart.
 */
export function valueGrid(ground: MultiPolygon, metres: number): FieldGrid {
  const [west, south, east, north] = boxOf(ground);
  const perDegree = metresPerDegree((north + south) / 2);
  const [dx, dy] = [metres / perDegree.longitude, metres / perDegree.latitude];
  const [width, height] = [Math.max(1, Math.ceil((east - west) / dx)), Math.max(1, Math.ceil((north - south) / dy))];
  if (width * height > maxPixels) {
    throw new SceneProblem(
      'The parts of the field lie too far apart: no image can show all of them. Register them as fields of their own.',
    );
  }
  return masked({ system: 'EPSG:4326', width, height, west, north, dx, dy }, ground, (position) => position);
}

/** The grid of pictures: Web Mercator, eight pixels for each of so many metres; fewer for a field that would give more than 4,096 a side. */
export function pictureGrid(ground: MultiPolygon, metres: number): FieldGrid {
  const flat = ({ coordinates }: MultiPolygon): MultiPolygon => ({
    type: 'MultiPolygon',
    coordinates: coordinates.map((rings) => rings.map((ring) => ring.map(toMercator))),
  });
  const [, south, , north] = boxOf(ground);
  const [left, bottom, right, top] = boxOf(flat(ground));
  const pixel = metres / Math.cos((((north + south) / 2) * Math.PI) / 180);
  const longest = Math.max(right - left, top - bottom) / pixel;
  const times = Math.max(1, Math.min(maxEnlargement, Math.floor(maxPictureSide / Math.ceil(longest))));
  const size = Math.max(pixel / times, Math.max(right - left, top - bottom) / maxPictureSide);
  const [width, height] = [
    Math.max(1, Math.ceil((right - left) / size)),
    Math.max(1, Math.ceil((top - bottom) / size)),
  ];
  const grid = { system: 'EPSG:3857' as const, width, height, west: left, north: top, dx: size, dy: size };
  return masked(grid, ground, toMercator);
}

function boxOf({ coordinates }: MultiPolygon) {
  const bounds = boundsOf(coordinates);
  if (!bounds) throw new SceneProblem('The field has no ground.');
  return bounds;
}

/** Radius of the sphere of Web Mercator. */
const mercatorRadius = 6_378_137;
const radians = Math.PI / 180;

export function toMercator([longitude, latitude]: Position): Position {
  return [longitude * radians * mercatorRadius, Math.asinh(Math.tan(latitude * radians)) * mercatorRadius];
}

/**
 * The position, in degrees, of coordinates of the web maps' projection (EPSG:3857), in metres.
 *
 * @example fromMercator(0, 0) // [0, 0]
 */
export function fromMercator(x: number, y: number): Position {
  return [x / mercatorRadius / radians, Math.atan(Math.sinh(y / mercatorRadius)) / radians];
}

/** A field with parts on both sides of the antimeridian as one: with longitudes around those of the scene. */
export function unwound({ coordinates }: MultiPolygon, central: number | undefined): MultiPolygon {
  const near = ([longitude, latitude]: Position): Position => [
    central === undefined ? longitude : longitude - 360 * Math.round((longitude - central) / 360),
    latitude,
  ];
  return { type: 'MultiPolygon', coordinates: coordinates.map((rings) => rings.map((ring) => ring.map(near))) };
}

/**
 * The grid of a field, whose pixels are those with their middles in it. A field that contains no middle has all pixels of the grid.
 *
 * @example const grid = masked({ system, width, height, ...georeference }, field, (position) => position);
 */
export function masked(
  grid: Omit<FieldGrid, 'mask' | 'pixels'>,
  ground: MultiPolygon,
  project: (position: Position) => Position,
): FieldGrid {
  const { mask, pixels } = middlesIn(grid, ground, project);
  // A field that is smaller than a pixel is that pixel.
  if (pixels === 0) return { ...grid, mask: mask.fill(1), pixels: mask.length };
  return { ...grid, mask, pixels };
}

/**
 * Marks the pixels whose middles lie in some ground, by the even-odd rule, line by line. A middle on an edge belongs to the ground east or south of it,
 * so that it is in one of two neighbours.
 *
 * @example const { mask, pixels } = middlesIn(grid, zone, (position) => position);
 */
export function middlesIn(
  { width, height, west, north, dx, dy }: Omit<FieldGrid, 'mask' | 'pixels'>,
  { coordinates }: MultiPolygon,
  project: (position: Position) => Position,
): Pick<FieldGrid, 'mask' | 'pixels'> {
  const crossings: number[][] = Array.from({ length: height }, () => []);
  const toPixel = (position: Position): Position => {
    const [x, y] = project(position);
    return [(x - west) / dx - 0.5, (north - y) / dy - 0.5];
  };
  for (const ring of coordinates.flat()) {
    const points = ring.map(toPixel);
    for (const [index, [x1, y1]] of points.entries()) {
      const [x2, y2] = points[index + 1] ?? [x1, y1];
      const [first, last] = [
        Math.max(0, Math.ceil(Math.min(y1, y2))),
        Math.min(height - 1, Math.ceil(Math.max(y1, y2)) - 1),
      ];
      for (let row = first; row <= last; row++) crossings[row]?.push(x1 + ((row - y1) / (y2 - y1)) * (x2 - x1));
    }
  }
  const mask = new Uint8Array(width * height);
  let pixels = 0;
  for (const [row, found] of crossings.entries()) {
    const sorted = found.sort((one, other) => one - other);
    for (let at = 0; at + 1 < sorted.length; at += 2) {
      const from = Math.max(0, Math.ceil(sorted[at] ?? 0));
      const to = Math.min(width, Math.ceil(sorted[at + 1] ?? 0));
      if (to <= from) continue;
      mask.fill(1, row * width + from, row * width + to);
      pixels += to - from;
    }
  }
  return { mask, pixels };
}
