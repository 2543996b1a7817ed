import type { PolygonRings, Ring } from './multi-polygon.ts';

/**
 * A form that is equal for equal shapes: it does not matter where a ring starts, which way it runs, or in which order the polygons
 * and holes stand. Positions are compared as they are stored, that is to nine decimals.
 */
export function canonicalPolygons(polygons: PolygonRings[]): string {
  return polygons.map(canonicalPolygon).sort().join('|');
}

function canonicalPolygon([outer = [], ...holes]: PolygonRings): string {
  return [canonicalRing(outer), ...holes.map(canonicalRing).sort()].join('/');
}

function canonicalRing(ring: Ring): string {
  const open = ring.slice(0, -1);
  let start = 0;
  open.forEach((position, index) => {
    if (isBefore(position, open[start] ?? position)) start = index;
  });
  const forward = [...open.slice(start), ...open.slice(0, start)];
  const [first, ...rest] = forward;
  const backward = first ? [first, ...rest.reverse()] : [];
  const [second, last] = [forward[1], backward[1]];
  return (second && last && isBefore(last, second) ? backward : forward).join(' ');
}

function isBefore([x1, y1]: number[], [x2, y2]: number[]): boolean {
  return Number(x1) < Number(x2) || (x1 === x2 && Number(y1) < Number(y2));
}
