import { turnBetween } from './antimeridian/meridians.ts';
import { allPositions, edgesOf, partsOf, shapeOf } from './parts.ts';
import type { Position, Shape } from './shape.ts';
import {
  angle,
  cross,
  dot,
  earthRadius,
  length,
  scaled,
  sum,
  toPosition,
  toVector,
  unit,
  type Vector,
} from './sphere.ts';

const same = (a: Position, b: Position) => a[0] === b[0] && a[1] === b[1];

/** A circle around a point as a polygon. */
export function circle(centre: Position, metres: number, segmentsPerQuarter: number): Shape {
  const middle = toVector(centre);
  const pole: Vector = Math.abs(middle[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const east = unit(cross(pole, middle));
  const north = cross(middle, east);
  const count = 4 * segmentsPerQuarter;
  const away = metres / earthRadius;
  const ring = Array.from({ length: count }, (_, index): Position => {
    const turn = (2 * Math.PI * index) / count;
    const side = sum(scaled(east, Math.cos(turn)), scaled(north, Math.sin(turn)));
    return toPosition(sum(scaled(middle, Math.cos(away)), scaled(side, Math.sin(away))));
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0] ?? centre]] };
}

/** The convex hull of a shape. Great circles are straight in the projection from the globe's centre. */
export function convexHull(shape: Shape): Shape {
  const positions = allPositions(partsOf(shape)).filter(
    (one, index, all) => all.findIndex((other) => same(one, other)) === index,
  );
  const [first, second] = positions;
  if (!first) return { type: 'GeometryCollection', geometries: [] };
  const centre = unit(positions.map(toVector).reduce(sum));
  const east = unit(cross(Math.abs(centre[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0], centre));
  const north = cross(centre, east);
  const flat = positions
    .map((position) => {
      const vector = toVector(position);
      const depth = dot(vector, centre);
      return { position, x: dot(vector, east) / depth, y: dot(vector, north) / depth };
    })
    .sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (sorted: typeof flat) => {
    const chain: typeof flat = [];
    for (const next of sorted) {
      for (;;) {
        const [a, b] = [chain.at(-2), chain.at(-1)];
        if (!a || !b || (b.x - a.x) * (next.y - a.y) - (b.y - a.y) * (next.x - a.x) > 1e-18) break;
        chain.pop();
      }
      chain.push(next);
    }
    return chain.slice(0, -1);
  };
  const hull = [...half(flat), ...half([...flat].reverse())].map(({ position }) => position);
  const [start] = hull;
  if (hull.length < 3 || !start) {
    return second
      ? { type: 'LineString', coordinates: [flat[0]?.position ?? first, flat.at(-1)?.position ?? second] }
      : { type: 'Point', coordinates: first };
  }
  return { type: 'Polygon', coordinates: [[...hull, start]] };
}

/** Concatenates lines, without repeated points. */
export function makeLine(shapes: readonly Shape[]): Shape | undefined {
  const positions = shapes.flatMap((shape) => allPositions(partsOf(shape)));
  const line = positions.filter((position, index) => {
    const before = positions[index - 1];
    return !before || !same(before, position);
  });
  const [only] = line;
  if (!only) return undefined;
  return line.length === 1 ? { type: 'Point', coordinates: only } : { type: 'LineString', coordinates: line };
}

/** The polygon inside of a line, which is closed if necessary. `undefined` for fewer than three points. */
export function makePolygon(shape: Shape): Shape | undefined {
  const [line = []] = partsOf(shape).lines;
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last) return undefined;
  const ring = same(first, last) ? line : [...line, first];
  return ring.length < 4 ? undefined : { type: 'Polygon', coordinates: [ring] };
}

/** Rounds positions to a grid of degrees. */
export function snapToGrid(shape: Shape, size: number): Shape {
  const digits = Math.max(0, Math.min(15, Math.ceil(-Math.log10(size)) + 3));
  const snap = (value: number) => Number((Math.round(value / size) * size).toFixed(digits));
  return mapPositions(shape, ([longitude, latitude]) => [snap(longitude), snap(latitude)]);
}

export function mapPositions(shape: Shape, change: (position: Position) => Position): Shape {
  const { points, lines, polygons } = partsOf(shape);
  return shapeOf({
    points: points.map(change),
    lines: lines.map((line) => line.map(change)),
    polygons: polygons.map((rings) => rings.map((ring) => ring.map(change))),
  });
}

/**
 * Splits edges so that straight lines on a map stay within a centimetre of them, at high latitudes within two.
 *
 * @param longest metres of a piece; longer ones let lines be farther off, by the square.
 */
export function densified(shape: Shape, longest = usualPiece): Shape {
  const { points, lines, polygons } = partsOf(shape);
  const dense = (line: Position[]): Position[] => {
    const [first] = line;
    return first
      ? [first, ...edgesOf(line).flatMap(([from, to], index) => cut(from, to, longest, line[index + 1] ?? first))]
      : line;
  };
  return shapeOf({ points, lines: lines.map(dense), polygons: polygons.map((rings) => rings.map(dense)) });
}

function cut(from: Vector, to: Vector, longest: number, end: Position): Position[] {
  const away = Math.atan2(length(cross(from, to)), dot(from, to));
  // Two thousand pieces reach around a thirtieth of the globe.
  const pieces = Math.min(2_000, Math.max(1, Math.ceil((away * earthRadius) / longest)));
  const inner = Array.from({ length: pieces - 1 }, (_, index) => {
    const share = (index + 1) / pieces;
    return toPosition(
      sum(
        scaled(from, Math.sin((1 - share) * away) / Math.sin(away)),
        scaled(to, Math.sin(share * away) / Math.sin(away)),
      ),
    );
  });
  const ends = [...inner, end];
  const metresOff = maxMetresOff * (longest / usualPiece) ** 2;
  return ends.flatMap((to, index) => halved(ends[index - 1] ?? toPosition(from), to, metresOff, maxHalvings));
}

const usualPiece = 700;
const maxMetresOff = 0.02;
const maxHalvings = 16;

/** The ends of the halves of an edge whose middle is too far from that of the straight line: near a pole, short edges turn by many degrees. */
function halved(from: Position, to: Position, metresOff: number, left: number): Position[] {
  const turn = turnBetween(from[0], to[0]);
  const middle = unit(sum(toVector(from), toVector(to)));
  const onMap = toVector([from[0] + turn / 2, (from[1] + to[1]) / 2]);
  if (left === 0 || angle(middle, onMap) * earthRadius <= metresOff) return [to];
  const half = toPosition(middle);
  return [...halved(from, half, metresOff, left - 1), ...halved(half, to, metresOff, left - 1)];
}
