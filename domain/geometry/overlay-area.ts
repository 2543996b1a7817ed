import { authalicRadius, authalicSine } from './area.ts';
import type { MultiPolygon, Position, Ring } from './multi-polygon.ts';

/** Gauss-Legendre quadrature with three points: exact to the last digit for edges up to several degrees. */
const points = [0.5 - Math.sqrt(0.15), 0.5, 0.5 + Math.sqrt(0.15)] as const;
const weights = [5 / 18, 8 / 18, 5 / 18] as const;

/**
 * The area of a shape on WGS 84 with edges that are straight in degrees, as overlays treat them, in an arbitrary unit:
 * for ratios only. `areaHectares` treats edges as great circles, so an edge that an overlay splits encloses a little
 * less, and a shape would not quite cover itself.
 *
 * @example overlayArea(overlay.intersection(a, b)) / overlayArea(a) // the share of a that b covers
 */
export function overlayArea({ coordinates }: MultiPolygon): number {
  let area = 0;
  for (const [outer, ...holes] of coordinates) {
    if (!outer) continue;
    area += ringArea(outer);
    for (const hole of holes) area -= ringArea(hole);
  }
  return Math.max(0, area);
}

const hectaresPerUnit = (authalicRadius ** 2 * (Math.PI / 180)) / 10_000;

/**
 * The area of a shape on WGS 84 with edges that are straight in degrees. Unlike `areaHectares` it is additive: the parts of a shape that was cut
 * along a meridian or a parallel have exactly its area together. The two differ by less than 0.002 % for edges of a kilometre.
 *
 * @example overlayHectares(multiPolygon([[[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]]])) // 1,230,8xx
 */
export function overlayHectares(shape: MultiPolygon): number {
  return overlayArea(shape) * hectaresPerUnit;
}

function ringArea(ring: Ring): number {
  let sum = 0;
  let previous: Position | undefined;
  for (const current of ring) {
    if (previous) sum += (current[0] - previous[0]) * meanSine(previous[1], current[1]);
    previous = current;
  }
  return Math.abs(sum);
}

function meanSine(from: number, to: number): number {
  if (from === to) return authalicSine(from);
  return points.reduce((sum, point, i) => sum + (weights[i] ?? 0) * authalicSine(from + point * (to - from)), 0);
}
