import type { Box } from '../box.ts';
import { partsOf } from '../parts.ts';
import type { Position, Shape } from '../shape.ts';
import { enclosedPole, turnBetween } from './meridians.ts';

/**
 * The box of a shape's vertices in degrees. As in BigQuery, the eastern side of a shape over the antimeridian lies
 * beyond 180 degrees, and a polygon around a pole has all longitudes. Undefined for an empty shape.
 *
 * @example boundsOf({ type: 'LineString', coordinates: [[179, 0], [-179, 1]] }) // [179, 0, 181, 1]
 */
export function boundsOf(shape: Shape): Box | undefined {
  const { points, lines, polygons } = partsOf(shape);
  const rings = polygons.flat();
  const ranges = [...points.map((point) => [point]), ...lines, ...rings].map(rangeOf);
  const [first] = ranges;
  if (!first) return undefined;
  const poles = rings.map(enclosedPole);
  const south = poles.includes('south') ? -90 : Math.min(...ranges.map((range) => range.south));
  const north = poles.includes('north') ? 90 : Math.max(...ranges.map((range) => range.north));
  if (poles.some((pole) => pole !== undefined)) return [-180, south, 180, north];
  const [west, east] = ranges.some((range) => range.east > 180) ? aroundGap(ranges) : plain(ranges);
  return east - west >= 360 ? [-180, south, 180, north] : [west, south, east, north];
}

interface Range {
  west: number;
  east: number;
  south: number;
  north: number;
}

/** The range of a line, whose western side is between -180 and 180 degrees. */
function rangeOf(line: readonly Position[]): Range {
  let at = line[0]?.[0] ?? 0;
  let [west, east, south, north] = [at, at, Infinity, -Infinity];
  for (const [index, [longitude, latitude]] of line.entries()) {
    // Longitudes of lines that do not cross the antimeridian stay as they are, to the last digit.
    const turn = turnBetween((line[index - 1] ?? [longitude])[0], longitude);
    at = Math.abs(at + turn - longitude) < 1e-6 ? longitude : at + turn;
    [west, east] = [Math.min(west, at), Math.max(east, at)];
    [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
  }
  return west < -180 ? { west: west + 360, east: east + 360, south, north } : { west, east, south, north };
}

const plain = (ranges: readonly Range[]): [number, number] => [
  Math.min(...ranges.map(({ west }) => west)),
  Math.max(...ranges.map(({ east }) => east)),
];

/** The narrowest range with all others, which begins behind the widest gap between them. */
function aroundGap(ranges: readonly Range[]): [west: number, east: number] {
  const sorted = [...ranges].sort((a, b) => a.west - b.west);
  const [first] = sorted;
  let [west, end, widest] = [0, -Infinity, -Infinity];
  for (const range of [...sorted, ...(first ? [{ ...first, west: first.west + 360, east: first.east + 360 }] : [])]) {
    if (end !== -Infinity && range.west - end > widest) [west, widest] = [range.west, range.west - end];
    end = Math.max(end, range.east);
  }
  const start = west >= 180 ? west - 360 : west;
  const behind = (range: Range) => range.east + (range.west < start - 1e-9 ? 360 : 0);
  return [start, Math.max(...sorted.map(behind))];
}
