import { insideOf } from '../geometry/inside.ts';
import { type MultiPolygon, multiPolygon, type PolygonRings, type Ring } from '../geometry/multi-polygon.ts';

/** A grid of equal cells in degrees, from its south-western corner. */
interface CellFrame {
  west: number;
  south: number;
  width: number;
  height: number;
  columns: number;
  rows: number;
}

/**
 * The outlines of the cells of each class, with the cells of a class that share a side joined.
 *
 * @param classes of the cells, row by row from the south, numbered from 0.
 * @example cellOutlines(Int32Array.of(0, 0), { west: 10, south: 50, width: 1, height: 1, columns: 2, rows: 1 }) // one rectangle
 */
export function cellOutlines(classes: Int32Array, frame: CellFrame): MultiPolygon[] {
  const { columns, rows, west, south, width, height } = frame;
  const corners = columns + 1;
  const classAt = (column: number, row: number) =>
    column < 0 || row < 0 || column >= columns || row >= rows ? -1 : (classes[row * columns + column] as number);
  // Sides of cells along which the class changes, counter-clockwise around the cell: from corner to corner.
  const sides: Map<number, number[]>[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const own = classAt(column, row);
      const from = row * corners + column;
      const add = (start: number, end: number) => {
        const ofClass = sides[own] ?? new Map<number, number[]>();
        sides[own] = ofClass;
        const ends = ofClass.get(start);
        if (ends) ends.push(end);
        else ofClass.set(start, [end]);
      };
      if (classAt(column, row - 1) !== own) add(from, from + 1);
      if (classAt(column + 1, row) !== own) add(from + 1, from + corners + 1);
      if (classAt(column, row + 1) !== own) add(from + corners + 1, from + corners);
      if (classAt(column - 1, row) !== own) add(from + corners, from);
    }
  }
  const placed = (corner: number): [number, number] => [
    round(west + (corner % corners) * width),
    round(south + Math.floor(corner / corners) * height),
  ];
  return Array.from(sides, (ofClass) => {
    const rings = chained(ofClass ?? new Map(), corners).map((ring) => ring.map(placed));
    return multiPolygon(nested(rings));
  });
}

/** Twelve decimals of a degree: neighbours that reach a corner by different sums share it exactly. */
function round(degrees: number): number {
  return Number(degrees.toFixed(12));
}

/** Joins sides to rings, without corners in the middle of straight lines. At a corner where two cells only touch, a ring turns left, so that it stays with its own cell. */
function chained(sides: Map<number, number[]>, corners: number): number[][] {
  const rings: number[][] = [];
  for (const start of [...sides.keys()]) {
    while ((sides.get(start)?.length ?? 0) > 0) {
      const ring = [start];
      let [from, at] = [start, takeNext(sides, start, undefined, corners)];
      while (at !== start) {
        const next = takeNext(sides, at, at - from, corners);
        if (next - at !== at - from) ring.push(at);
        [from, at] = [at, next];
      }
      const [first = start, second = start] = ring;
      // The first corner may lie on a straight line as well.
      if (
        Math.sign(second - first) === Math.sign(start - from) &&
        isAlong(second - first, corners) === isAlong(start - from, corners)
      )
        ring.shift();
      rings.push(...simpleRings(ring).map((simple) => [...simple, simple[0] as number]));
    }
  }
  return rings;
}

/** Splits a ring where it touches itself: a valid polygon has a hole there, which may touch it in a corner. */
function simpleRings(ring: number[]): number[][] {
  const rings: number[][] = [];
  const path: number[] = [];
  const positions = new Map<number, number>();
  for (const corner of ring) {
    const before = positions.get(corner);
    if (before !== undefined) {
      const loop = path.splice(before);
      for (const left of loop) positions.delete(left);
      rings.push(loop);
    }
    positions.set(corner, path.length);
    path.push(corner);
  }
  return [...rings, path];
}

const isAlong = (step: number, corners: number) => Math.abs(step) < corners;

function takeNext(sides: Map<number, number[]>, at: number, step: number | undefined, corners: number): number {
  const ends = sides.get(at) ?? [];
  const left = step === undefined ? undefined : at + leftOf(step, corners);
  const index = ends.length > 1 && left !== undefined ? Math.max(0, ends.indexOf(left)) : 0;
  const [end = at] = ends.splice(index, 1);
  return end;
}

/** East, north, west and south are steps of 1, a row of corners, and their opposites. */
function leftOf(step: number, corners: number): number {
  if (step === 1) return corners;
  if (step === corners) return -1;
  return step === -1 ? -corners : 1;
}

/** Sorts outlines (counter-clockwise) and holes (clockwise) into polygons. */
function nested(rings: Ring[]): PolygonRings[] {
  const outlines = rings.filter((ring) => turn(ring) > 0).sort((a, b) => turn(a) - turn(b));
  const polygons = outlines.map((outline) => ({
    rings: [outline],
    holds: undefined as ((x: number, y: number) => boolean) | undefined,
  }));
  for (const hole of rings.filter((ring) => turn(ring) < 0)) {
    const [[x, y] = [0, 0], [nextX, nextY] = [0, 0]] = hole;
    // Beside the middle of its first side, on the left: in the ground around the hole.
    const [middleX, middleY] = [(x + nextX) / 2 - (nextY - y) * 1e-3, (y + nextY) / 2 + (nextX - x) * 1e-3];
    const around = polygons.find((polygon) => {
      polygon.holds ??= insideOf(multiPolygon([[polygon.rings[0] as Ring]]));
      return polygon.holds(middleX, middleY);
    });
    around?.rings.push(hole);
  }
  return polygons.map((polygon) => polygon.rings);
}

/** Twice the signed area. */
function turn(ring: Ring): number {
  let sum = 0;
  const [[originX, originY] = [0, 0]] = ring;
  for (let index = 1; index < ring.length; index++) {
    const [[x1, y1], [x2, y2]] = [ring[index - 1] as [number, number], ring[index] as [number, number]];
    sum += (x1 - originX) * (y2 - originY) - (x2 - originX) * (y1 - originY);
  }
  return sum;
}
