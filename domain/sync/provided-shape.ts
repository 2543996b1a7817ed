import { findRangeFault } from '../geometry/coordinate-range.ts';
import { type MultiPolygon, multiPolygon, type PolygonRings, vertexCount } from '../geometry/multi-polygon.ts';
import type { Overlay } from '../geometry/overlay.ts';
import { provedValid } from '../geometry/prove-valid.ts';
import { hasArea, orientPolygons, roundDegrees, tidyPolygons, tidyRing } from '../geometry/rings.ts';
import type { Validity } from '../geometry/validity.ts';
import { toMultiPolygon } from '../geometry/widen.ts';
import { limits } from '../limits.ts';

/** A provider's shape as it is stored, with its defect if it is invalid. */
export interface ProvidedShape {
  geometry: MultiPolygon;
  validity: Validity;
}

const minPositions = 4;

/** Defects that make an overlay impossible: such shapes are stored and shown, but never merged. */
const unreadable = new Set<Validity>([
  'NOT_ALLOWED_GEOMETRY_TYPE',
  'INVALID_COORDINATE',
  'RING_NOT_CLOSED',
  'TOO_FEW_POINTS',
]);

export function isReadable({ validity }: { validity: Validity }): boolean {
  return !unreadable.has(validity);
}

/** Reads a provider's boundary. Undefined if it has more vertices than a stored shape may have. */
export async function providedShape(
  given: unknown,
  overlay: () => Promise<Overlay>,
): Promise<ProvidedShape | undefined> {
  const polygons = polygonsIn(given);
  if (vertexCount(polygons) > limits.vertices) return undefined;
  if (polygons.length === 0) return { geometry: multiPolygon([]), validity: 'NOT_ALLOWED_GEOMETRY_TYPE' };
  if (!polygons.flat(2).every(([x, y]) => Number.isFinite(x) && Number.isFinite(y))) {
    return { geometry: multiPolygon([]), validity: 'INVALID_COORDINATE' };
  }
  const rounded = polygons.map((rings) => rings.map((ring) => ring.map(([x, y]) => position(x, y))));
  const defect = findRangeFault(rounded) ? 'INVALID_COORDINATE' : ringDefect(rounded);
  if (defect) return { geometry: multiPolygon(rounded), validity: defect };
  const tidy = rounded.map((rings) => rings.map(tidyRing));
  if (tidy.flat().some((ring) => ring.length < minPositions)) {
    return { geometry: multiPolygon(rounded), validity: 'TOO_FEW_POINTS' };
  }
  const found = provedValid(tidy) ? undefined : (await overlay()).findDefect(multiPolygon(tidy));
  if (found) return { geometry: multiPolygon(tidy), validity: found.validity };
  return { geometry: multiPolygon(orientPolygons(tidy)), validity: 'VALID' };
}

/** A valid shape that covers the area of an invalid one; undefined if the repair fails. */
export function repairedShape({ geometry, validity }: ProvidedShape, overlay: Overlay): MultiPolygon | undefined {
  if (validity === 'INVALID_COORDINATE') return undefined;
  const { polygons } = tidyPolygons(geometry.coordinates);
  if (polygons.length === 0) return undefined;
  try {
    const repaired = overlay.union([multiPolygon(polygons)]);
    const usable = repaired.coordinates.some(hasArea) && vertexCount(repaired.coordinates) <= limits.vertices;
    return usable && !overlay.findDefect(repaired) ? repaired : undefined;
  } catch {
    // GEOS fails on some shapes; they are stored as they are.
    return undefined;
  }
}

function polygonsIn(given: unknown): PolygonRings[] {
  try {
    return toMultiPolygon(given)?.coordinates ?? [];
  } catch {
    return [];
  }
}

function position(x: number, y: number): [number, number] {
  return [roundDegrees(x), roundDegrees(y)];
}

function ringDefect(polygons: PolygonRings[]): Validity | undefined {
  for (const ring of polygons.flat()) {
    const [first, last] = [ring[0], ring.at(-1)];
    if (!first || !last || ring.length < minPositions) return 'TOO_FEW_POINTS';
    if (first[0] !== last[0] || first[1] !== last[1]) return 'RING_NOT_CLOSED';
  }
  return undefined;
}
