import { type MultiPolygon, multiPolygon, vertexCount } from '../geometry/multi-polygon.ts';
import type { Overlay } from '../geometry/overlay.ts';
import { overlayArea } from '../geometry/overlay-area.ts';
import { orientPolygons, roundDegrees } from '../geometry/rings.ts';
import type { DepthPiece } from './depth-map.ts';

/** A hundred summaries of so many vertices are below 5 MB. */
const maxVertices = 1_200;
/** About 10 cm, in degrees; it doubles until the shape is small enough. */
const firstTolerance = 1e-6;
const maxDoublings = 16;
/** From some 10 m on, parts that are closer to each other become one. */
const joiningDoubling = 7;

/** The outline of all pieces, simplified so that a page of summaries fits into an answer. */
export function outlineOf(pieces: readonly DepthPiece[], overlay: Overlay): MultiPolygon {
  const union = overlay.union(pieces.map(({ geometry }) => geometry));
  const outline = simplifiedTo(union, maxVertices, overlay);
  const rounded = outline.coordinates.map((rings) =>
    rings.map((ring) => ring.map(([x, y]): [number, number] => [roundDegrees(x), roundDegrees(y)])),
  );
  return multiPolygon(orientPolygons(rounded));
}

/**
 * A shape with at most so many vertices, as near to it as they allow. Very many parts are joined where they are close to each other; of what is left, the largest stay.
 *
 * @param most vertices.
 */
export function simplifiedTo(shape: MultiPolygon, most: number, overlay: Overlay): MultiPolygon {
  let simple = shape;
  for (let doubling = 0; vertexCount(simple.coordinates) > most && doubling < maxDoublings; doubling += 1) {
    const tolerance = firstTolerance * 2 ** doubling;
    const joined = doubling < joiningDoubling ? simple : overlay.grow(overlay.grow(simple, tolerance), -tolerance);
    simple = overlay.simplify(joined, tolerance);
  }
  return vertexCount(simple.coordinates) > most ? largestOf(simple, most) : simple;
}

function largestOf({ coordinates }: MultiPolygon, most: number): MultiPolygon {
  const byArea = coordinates
    .map((rings) => ({ rings, area: overlayArea(multiPolygon([rings])) }))
    .sort((a, b) => b.area - a.area);
  let vertices = 0;
  const kept = byArea.filter(({ rings }) => {
    vertices += vertexCount([rings]);
    return vertices <= most;
  });
  return multiPolygon(kept.map(({ rings }) => rings));
}
