import { vertexCount } from '../../../domain/geometry/multi-polygon.ts';
import type { Overlay } from '../../../domain/geometry/overlay.ts';
import type { DepthPiece } from '../../../domain/irrigation/depth-map.ts';
import { type IrrigationUnits, inUnit } from '../../../domain/irrigation/irrigation-units.ts';
import { simplifiedTo } from '../../../domain/irrigation/outline.ts';
import { limits } from '../../../domain/limits.ts';

/** The ground of a record as a FeatureCollection, simplified as far as it would not fit into an answer. */
export async function shownGround(
  pieces: readonly DepthPiece[],
  units: IrrigationUnits,
  overlay: () => Promise<Overlay>,
): Promise<string> {
  const exact = shownPieces(pieces, units);
  if (Buffer.byteLength(exact) <= limits.responseBytes) return exact;
  const whole = pieces.reduce((sum, { geometry }) => sum + vertexCount(geometry.coordinates), 0);
  for (let most = limits.vertices; ; most /= 2) {
    const engine = await overlay();
    const simple = pieces.flatMap(({ depthMillimetres, geometry }) => {
      const own = Math.max(minVertices, Math.floor((most / whole) * vertexCount(geometry.coordinates)));
      const shape = simplifiedTo(geometry, own, engine);
      return shape.coordinates.length > 0 ? [{ depthMillimetres, geometry: shape }] : [];
    });
    const text = shownPieces(simple, units);
    if (Buffer.byteLength(text) <= limits.responseBytes) return text;
    if (most < minVertices) throw new Error(`ground of ${pieces.length} depths does not fit into an answer`);
  }
}

/** Of a piece: a triangle, closed. */
const minVertices = 4;

function shownPieces(pieces: readonly DepthPiece[], { depth: unit }: IrrigationUnits): string {
  const features = pieces.map(({ depthMillimetres, geometry }) => ({
    type: 'Feature',
    properties: { depth: inUnit(depthMillimetres, unit) },
    geometry,
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}
