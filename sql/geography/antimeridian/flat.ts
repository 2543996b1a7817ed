import { densified } from '../make.ts';
import { partsOf, shapeOf } from '../parts.ts';
import type { Position, Shape } from '../shape.ts';
import { crossesAntimeridian, enclosedPole, turnBetween } from './meridians.ts';
import { splitRings } from './split-rings.ts';

/** A ring whose longitudes continue beyond 180 degrees. */
type Unrolled = [number, number][];

/**
 * A shape for engines that compute on the plane of degrees: its edges are split until straight lines stay close to
 * them, shapes over the antimeridian have parts on either side, and polygons around a pole reach to the edge of the map.
 *
 * @param longest length of the pieces of edges in metres; without it, pieces stay within a centimetre.
 */
export function flat(shape: Shape, longest?: number): Shape {
  const { points, lines, polygons } = partsOf(densified(shape, longest));
  return shapeOf({ points, lines: lines.flatMap(cutLine), polygons: polygons.flatMap(cutPolygon) });
}

function cutLine(line: Position[]): Position[][] {
  const pieces: Position[][] = [[]];
  for (const [index, to] of line.entries()) {
    const from = line[index - 1];
    if (from && crossesAntimeridian(from[0], to[0])) {
      const latitude = latitudeAtAntimeridian(from, to);
      const side = from[0] > 0 ? 180 : -180;
      pieces.at(-1)?.push([side, latitude]);
      pieces.push([[-side, latitude]]);
    }
    pieces.at(-1)?.push(to);
  }
  return pieces;
}

/** Edges are so short that they are straight on the map. */
function latitudeAtAntimeridian(from: Position, to: Position): number {
  const turn = turnBetween(from[0], to[0]);
  const share = turn === 0 ? 0 : ((turn > 0 ? 180 : -180) - from[0]) / turn;
  return from[1] + (to[1] - from[1]) * share;
}

function cutPolygon(rings: Position[][]): Position[][][] {
  const [shell = [], ...holes] = rings.map(unrolled);
  const middle = middleOf(shell);
  const beside = holes.map((hole) => moved(hole, 360 * Math.round((middle - middleOf(hole)) / 360)));
  const all = [oriented(shell, true), ...beside.map((hole) => oriented(hole, false))];
  const longitudes = all.flat().map(([longitude]) => longitude);
  const isOnMap = longitudes.every((longitude) => Math.abs(longitude) <= 180);
  return isOnMap ? [all] : nested(splitAtEach([-540, -180, 180, 540], all));
}

/** Rings on the map, cut at all lines; what a line cannot cut stays as it is. */
function splitAtEach(lines: readonly number[], rings: Unrolled[]): Unrolled[] {
  let rest = rings;
  const done: Unrolled[] = [];
  for (const line of lines) {
    const { west, east } = splitRings(rest, line) ?? { west: [], east: rest };
    done.push(...west);
    rest = east;
  }
  return [...done, ...rest].map(ontoMap).filter((ring) => areaOf(ring) !== 0);
}

function ontoMap(ring: Unrolled): Unrolled {
  return moved(ring, -360 * Math.round(middleOf(ring) / 360));
}

const moved = (ring: Unrolled, by: number): Unrolled =>
  by === 0 ? ring : ring.map(([longitude, latitude]) => [longitude + by, latitude]);

/** Longitudes that continue; a ring around a pole is closed along the edge of the map. */
function unrolled(ring: Position[]): Unrolled {
  const pole = enclosedPole(ring);
  const from = pole ? fromAntimeridian(ring) : ring;
  let at = from[0]?.[0] ?? 0;
  const positions = from.map(([longitude, latitude], index): [number, number] => {
    at += index === 0 ? 0 : turnBetween((from[index - 1] ?? [longitude])[0], longitude);
    return [at, latitude];
  });
  const [first, last] = [positions[0], positions.at(-1)];
  if (!pole || !first || !last) return positions;
  const edge = pole === 'north' ? 90 : -90;
  return [...positions, [last[0], edge], [first[0], edge], first];
}

/** A closed ring that begins and ends where it first crosses the antimeridian. */
function fromAntimeridian(ring: Position[]): Position[] {
  const index = ring.findIndex((to, at) => at > 0 && crossesAntimeridian((ring[at - 1] ?? to)[0], to[0]));
  const [before, after] = [ring[index - 1], ring[index]];
  if (!before || !after) return ring;
  const latitude = latitudeAtAntimeridian(before, after);
  const side = before[0] > 0 ? 180 : -180;
  const cut: Position[] = [[-side, latitude], ...ring.slice(index, -1), ...ring.slice(0, index), [side, latitude]];
  // A vertex on the antimeridian is where it is cut.
  return cut.filter(([x, y], at) => x !== cut[at - 1]?.[0] || y !== cut[at - 1]?.[1]);
}

function middleOf(ring: readonly (readonly [number, number])[]): number {
  let [west, east] = [Infinity, -Infinity];
  for (const [longitude] of ring) [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
  return (west + east) / 2;
}

/** Twice the area on the plane, positive for a counterclockwise ring. */
function areaOf(ring: Unrolled): number {
  const [origin = [0, 0]] = ring;
  let area = 0;
  for (const [index, [x, y]] of ring.entries()) {
    const [a, b] = ring[index - 1] ?? [x, y];
    area += (a - origin[0]) * (y - origin[1]) - (x - origin[0]) * (b - origin[1]);
  }
  return area;
}

const oriented = (ring: Unrolled, isShell: boolean): Unrolled =>
  areaOf(ring) > 0 === isShell ? ring : [...ring].reverse();

/** Polygons of counterclockwise shells, with the clockwise holes that they contain. */
function nested(rings: Unrolled[]): Position[][][] {
  const polygons = rings.filter((ring) => areaOf(ring) > 0).map((shell) => [shell]);
  for (const hole of rings.filter((ring) => areaOf(ring) < 0)) {
    polygons.find(([shell]) => shell && hole[0] && contains(shell, hole[0]))?.push(hole);
  }
  return polygons;
}

function contains(shell: Unrolled, [x, y]: [number, number]): boolean {
  let isInside = false;
  for (const [index, [x2, y2]] of shell.entries()) {
    const [x1, y1] = shell[index - 1] ?? [x2, y2];
    if (x1 > x !== x2 > x && y < y1 + ((y2 - y1) * (x - x1)) / (x2 - x1)) isInside = !isInside;
  }
  return isInside;
}
