import { crossesAntimeridian, enclosedPole, turnBetween } from './antimeridian/meridians.ts';
import { allPositions, partsOf } from './parts.ts';
import type { Position, Shape } from './shape.ts';
import { earthRadius } from './sphere.ts';

/** West, south, east and north in degrees. */
export type Box = readonly [number, number, number, number];

const radians = Math.PI / 180;
/** A millimetre: more than rounding and the tolerance of predicates together, in longitude too up to `maxLatitude`. */
const slack = 1e-8;
/** Closer to a pole a degree of longitude is too short. */
const maxLatitude = 89;

/**
 * A box that contains all points of a shape, whether its edges are great circles or straight on the map. A shape that
 * reaches the 180th meridian or comes close to a pole gets all longitudes, so that boxes of shapes that intersect there
 * intersect too. Undefined for an empty shape.
 *
 * @example const [west, south, east, north] = boxOf(shape) ?? [0, 0, 0, 0];
 */
export function boxOf(shape: Shape): Box | undefined {
  const parts = partsOf(shape);
  const positions = allPositions(parts);
  if (positions.length === 0) return undefined;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of parts.polygons.flat()) {
    const pole = enclosedPole(ring);
    if (pole === 'north') [west, north] = [-180, 90];
    if (pole === 'south') [west, south] = [-180, -90];
  }
  const widen = (longitude: number, low: number, high: number) => {
    [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
    [south, north] = [Math.min(south, low), Math.max(north, high)];
  };
  for (const [longitude, latitude] of positions) widen(longitude, latitude, latitude);
  for (const line of [...parts.lines, ...parts.polygons.flat()]) {
    for (const [index, to] of line.entries()) {
      const from = line[index - 1] ?? to;
      const reach = reachOf(from, to);
      // The ends are half the earth apart in longitude: the edge may run either way.
      if (!reach) return everywhere;
      widen(to[0], ...reach);
      if (crossesAntimeridian(from[0], to[0])) west = -180;
    }
  }
  [west, south, east, north] = [west - slack, south - slack, east + slack, north + slack];
  const isEverywhere = west <= -180 || east >= 180 || Math.max(-south, north) > maxLatitude;
  return isEverywhere ? [-180, south, 180, north] : [west, south, east, north];
}

/** The bounding box of an edge. Undefined if its ends are half the earth apart in longitude. */
export function boxOfEdge(from: Position, to: Position): Box | undefined {
  const reach = reachOf(from, to);
  if (!reach) return undefined;
  const [south, north] = [reach[0] - slack, reach[1] + slack];
  const [west, east] = [Math.min(from[0], to[0]) - slack, Math.max(from[0], to[0]) + slack];
  const isEverywhere =
    crossesAntimeridian(from[0], to[0]) || west <= -180 || east >= 180 || Math.max(-south, north) > maxLatitude;
  return isEverywhere ? [-180, south, 180, north] : [west, south, east, north];
}

/**
 * The latitudes of an edge. A great circle with its highest point at latitude h has tan(latitude) = tan(h)
 * cos(longitude difference), and one end of an edge over that point is at most half of the edge away from it.
 */
function reachOf(from: Position, to: Position): [low: number, high: number] | undefined {
  const half = Math.cos((Math.abs(turnBetween(from[0], to[0])) / 2) * radians);
  if (half < slack) return undefined;
  const [low, high] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])];
  return [low < 0 ? bulged(low, half) : low, high > 0 ? bulged(high, half) : high];
}

const bulged = (latitude: number, half: number) => Math.atan(Math.tan(latitude * radians) / half) / radians;

const everywhere: Box = [-180, -90, 180, 90];

/** A box that contains all points within a number of metres of a box. */
export function widened(box: Box, metres: number): Box {
  if (metres === 0) return box;
  if (!(metres > 0)) return metres < 0 ? box : everywhere;
  const angle = metres / earthRadius;
  const [west, south, east, north] = box;
  const high = angle / radians + slack;
  const max = Math.max(-south, north) + high;
  if (max >= maxLatitude) return [-180, south - high, 180, north + high];
  // A circle around a point is widest slightly closer to the pole than its centre.
  const wide = Math.asin(Math.min(1, Math.sin(angle) / Math.cos(max * radians))) / radians + slack;
  return west - wide <= -180 || east + wide >= 180
    ? [-180, south - high, 180, north + high]
    : [west - wide, south - high, east + wide, north + high];
}
