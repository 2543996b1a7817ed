import { type Extent, extentOf, type Plane, type Position, toDegrees, toMetres } from './plane.ts';

/** Ground on a map, in degrees. */
export type Ground = GeoJSON.Polygon | GeoJSON.MultiPolygon;

/** The rings of ground, outer and inner ones. @example ringsOf(boundary).flat().length */
export function ringsOf({ type, coordinates }: Ground): GeoJSON.Position[][] {
  return type === 'Polygon' ? coordinates : coordinates.flat();
}

/** The `d` of an SVG path of ground, in metres of the plane, north up. */
export function groundPath(ground: Ground, plane: Plane): string {
  return ringsOf(ground)
    .map((ring) => `M${ring.map((position) => written(toMetres(plane, pairOf(position)))).join('L')}Z`)
    .join('');
}

const written = ([x, y]: Position) => `${x.toFixed(2)} ${y.toFixed(2)}`;

const pairOf = ([x = 0, y = 0]: GeoJSON.Position): [number, number] => [x, y];

/** The edges of ground in degrees. */
export function groundExtent(ground: Ground): Extent | undefined {
  return extentOf(ringsOf(ground).flat().map(pairOf));
}

/** Whether a position in degrees lies within ground, by the crossings of a line to the east. @example isWithin([-93.15, 41.66], boundary) */
export function isWithin([x, y]: Position, ground: Ground): boolean {
  let inside = false;
  for (const ring of ringsOf(ground)) {
    for (const [index, corner] of ring.entries()) {
      const [[fromX, fromY], [toX, toY]] = [pairOf(corner), pairOf(ring[(index + 1) % ring.length] ?? corner)];
      if (fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) inside = !inside;
    }
  }
  return inside;
}

/** The ground within a line that was drawn on the plane; undefined if there is none. */
export function groundWithin(line: readonly Position[], plane: Plane): GeoJSON.Polygon | undefined {
  const corners = line.filter((at, index) => index === 0 || distance(at, line[index - 1] ?? at) > 0.01);
  const [first] = corners;
  if (!first || corners.length < 3) return undefined;
  const isBackwards = signedArea(corners) < 0;
  const ring = [...corners, first].map((at) => toDegrees(plane, at));
  return { type: 'Polygon', coordinates: [isBackwards ? ring.reverse() : ring] };
}

function signedArea(corners: readonly Position[]): number {
  return corners.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [x, y];
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}

/** @example distance([0, 0], [3, 4]) // 5 */
export const distance = ([x, y]: Position, [otherX, otherY]: Position): number => Math.hypot(x - otherX, y - otherY);

/** A line with fewer corners that is nowhere farther from the given one than some metres (Douglas and Peucker, 1973). */
export function simplified(line: readonly Position[], metres: number): Position[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return [...line];
  let [farthest, max] = [0, 0];
  for (const [index, at] of line.entries()) {
    const away = distanceToLine(at, first, last);
    if (away > max) [farthest, max] = [index, away];
  }
  if (max <= metres) return [first, last];
  return [...simplified(line.slice(0, farthest + 1), metres).slice(0, -1), ...simplified(line.slice(farthest), metres)];
}

function distanceToLine(at: Position, from: Position, to: Position): number {
  const length = distance(from, to);
  if (length === 0) return distance(at, from);
  return Math.abs((to[0] - from[0]) * (from[1] - at[1]) - (from[0] - at[0]) * (to[1] - from[1])) / length;
}
