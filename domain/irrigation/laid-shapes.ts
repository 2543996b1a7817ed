import { geometryTooComplex } from '../geometry/bounded-overlay.ts';
import { countCrossings } from '../geometry/crossings.ts';
import { insideOf } from '../geometry/inside.ts';
import { type Bounds, boundsOf, type MultiPolygon, type Position } from '../geometry/multi-polygon.ts';
import type { Overlay } from '../geometry/overlay.ts';
import { limits, limitText } from '../limits.ts';
import type { DepthPiece } from './depth-map.ts';

/**
 * Lays shapes of any form over one another: the ground into which their outlines divide each other, with the sum of the depths of those that it is in.
 *
 * @throws Problem `geometryTooComplex` if more pairs of them may overlap, or cross more often, than the limits.
 */
export function laidOver(shapes: readonly DepthPiece[], overlay: Overlay): DepthPiece[] {
  refuseMany(shapes.map(({ geometry }) => geometry));
  const laid = shapes.map(({ depthMillimetres, geometry }) => {
    const valid = overlay.findDefect(geometry) ? overlay.union([geometry]) : geometry;
    return { depthMillimetres, isInside: insideOf(valid) };
  });
  return overlay.cells(shapes.map(({ geometry }) => geometry)).flatMap((cell) => {
    const inner = innerPosition(cell);
    if (!inner) return [];
    const [x, y] = inner;
    let depthMillimetres = 0;
    for (const { depthMillimetres: depth, isInside } of laid) if (isInside(x, y)) depthMillimetres += depth;
    return depthMillimetres > 0 ? [{ depthMillimetres, geometry: cell }] : [];
  });
}

interface Bounded {
  shape: MultiPolygon;
  bounds: Bounds;
}

/** @throws Problem `geometryTooComplex` for shapes whose outlines would take too long to cross. */
function refuseMany(shapes: readonly MultiPolygon[]): void {
  const bounded = shapes
    .flatMap((shape) => {
      const bounds = boundsOf(shape.coordinates);
      return bounds ? [{ shape, bounds }] : [];
    })
    .sort((a, b) => a.bounds[0] - b.bounds[0]);
  let [pairs, crossings] = [0, 0];
  for (const [at, { shape, bounds }] of bounded.entries()) {
    for (let next = at + 1; next < bounded.length; next += 1) {
      const other = bounded[next] as Bounded;
      if (other.bounds[0] > bounds[2]) break;
      if (other.bounds[1] > bounds[3] || bounds[1] > other.bounds[3]) continue;
      pairs += 1;
      if (pairs > limits.overlappingPairs) {
        throw geometryTooComplex(
          `More than ${limitText.overlappingPairs} pairs of the shapes of one date may overlap.`,
        );
      }
      crossings += countCrossings(shape, other.shape, limits.crossings - crossings);
      if (crossings > limits.crossings) {
        throw geometryTooComplex(`The outlines of one date cross in more than ${limitText.crossings} places.`);
      }
    }
  }
}

/** A position within a cell: in the middle of the widest part of a parallel through it. */
function innerPosition({ coordinates }: MultiPolygon): Position | undefined {
  const rings = coordinates.flat();
  const bounds = boundsOf(coordinates);
  if (!bounds) return undefined;
  const y = (bounds[1] + bounds[3]) / 2;
  const crossings = rings
    .flatMap((ring) =>
      ring.slice(1).flatMap((to, index) => {
        const from = ring[index] as Position;
        if (from[1] > y === to[1] > y) return [];
        return [from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0])];
      }),
    )
    .sort((a, b) => a - b);
  let [widest, x] = [0, undefined as number | undefined];
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    const [west, east] = crossings.slice(index, index + 2) as [number, number];
    if (east - west > widest) [widest, x] = [east - west, (west + east) / 2];
  }
  return x === undefined ? undefined : [x, y];
}
