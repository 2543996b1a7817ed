import type { PolygonRings, Position, Ring } from './multi-polygon.ts';

/**
 * A form that is the same for equal shapes: each ring starts at its most south-western position, holes and polygons stand in a fixed
 * order. Rings have to be closed and to run by the right-hand rule (`orientPolygons`). Positions count as they are stored, that is to nine
 * decimals.
 */
export function canonicalPolygons(polygons: PolygonRings[]): PolygonRings[] {
  return polygons
    .map(([outer = [], ...holes]) => [startingSouthWest(outer), ...holes.map(startingSouthWest).sort(compareRings)])
    .sort(([a = []], [b = []]) => compareRings(a, b));
}

function startingSouthWest(ring: Ring): Ring {
  let start = 0;
  let [least] = ring;
  ring.forEach((position, index) => {
    if (!least || comparePositions(position, least) >= 0) return;
    least = position;
    start = index;
  });
  // The last position repeats the first: wherever the ring starts, it has to end there.
  return least && start > 0 ? [...ring.slice(start, -1), ...ring.slice(0, start), least] : ring;
}

function compareRings(a: Ring, b: Ring): number {
  for (const [index, position] of a.entries()) {
    const other = b[index];
    const order = other ? comparePositions(position, other) : 1;
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function comparePositions(a: Position, b: Position): number {
  return a[0] - b[0] || a[1] - b[1];
}
