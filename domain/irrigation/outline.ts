import { type MultiPolygon, multiPolygon, vertexCount } from '../geometry/multi-polygon.ts';
import type { Overlay } from '../geometry/overlay.ts';
import { orientPolygons, roundDegrees } from '../geometry/rings.ts';
import type { DepthPiece } from './depth-map.ts';

/** A hundred summaries of so many vertices are below 5 MB. */
const maxVertices = 1_200;
/** About 10 cm, in degrees; it doubles until the outline is small enough. */
const firstTolerance = 1e-6;
const maxDoublings = 16;

/** The outline of all pieces, simplified so that a page of summaries fits into an answer. */
export function outlineOf(pieces: readonly DepthPiece[], overlay: Overlay): MultiPolygon {
  let outline = overlay.union(pieces.map(({ geometry }) => geometry));
  for (let doubling = 0; vertexCount(outline.coordinates) > maxVertices && doubling < maxDoublings; doubling += 1) {
    outline = overlay.simplify(outline, firstTolerance * 2 ** doubling);
  }
  const rounded = outline.coordinates.map((rings) =>
    rings.map((ring) => ring.map(([x, y]): [number, number] => [roundDegrees(x), roundDegrees(y)])),
  );
  return multiPolygon(orientPolygons(rounded));
}
