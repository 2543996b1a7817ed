import { insideOf } from '../../geometry/inside.ts';
import { boundsOf, type MultiPolygon } from '../../geometry/multi-polygon.ts';

/** Samples along each side of the box around both shapes. */
const samples = 24;
/** Two Items of one scene differ by the simplification of their outlines; the pieces of a cut tile have at most their overlap in common. */
const minShare = 0.8;

/** Whether two footprints cover the same ground: whether at least 80 % of the sampled points that lie in either lie in both. */
export function coverSameGround(a: MultiPolygon, b: MultiPolygon): boolean {
  const bounds = boundsOf([...a.coordinates, ...b.coordinates]);
  if (!bounds) return false;
  const [west, south, east, north] = bounds;
  const [isInA, isInB] = [insideOf(a), insideOf(b)];
  let [either, both] = [0, 0];
  for (let row = 0; row < samples; row += 1) {
    for (let column = 0; column < samples; column += 1) {
      const x = west + ((column + 0.5) / samples) * (east - west);
      const y = south + ((row + 0.5) / samples) * (north - south);
      const [inA, inB] = [isInA(x, y), isInB(x, y)];
      either += Number(inA || inB);
      both += Number(inA && inB);
    }
  }
  return either > 0 && both >= minShare * either;
}
