import { boundsOf, type PolygonRings, type Position } from './multi-polygon.ts';

/**
 * A square of degrees: `''` is the square from -180 to 180 in both directions, and each hexadecimal digit names one of
 * the 16 parts of the square before. A cell lies within another exactly if its name begins with the other's, as an
 * index by prefix needs.
 */
export type Cell = string;

/** Maximum digits; such cells have about 38 m of latitude. */
const deepest = 10;
const perSide = 4;
const worldDegrees = 360;
const worldOrigin = -180;

interface Edge {
  from: Position;
  to: Position;
}

interface Piece {
  cell: Cell;
  west: number;
  south: number;
  degrees: number;
  /** The edges of the shape that touch the cell. */
  edges: Edge[];
}

/**
 * At most `most` cells that together contain a shape: coarse where the shape is small, finer where that is more
 * selective. If two shapes overlap, a cell of one cover contains, or lies in, a cell of the other.
 *
 * @example coverCells(shape.coordinates, 8) // such as ['a81f81f81f', 'a81f81f82']
 */
export function coverCells(polygons: PolygonRings[], max: number): Cell[] {
  const edges = edgesOf(polygons);
  const bounds = boundsOf(polygons);
  if (!bounds) return [];
  const pieces: Piece[] = [{ ...holding(bounds), edges }];
  const settled: Piece[] = [];
  for (let next = pieces.shift(); next; next = pieces.shift()) {
    const parts = next.cell.length < deepest ? touched(next, edges) : [];
    const fits = parts.length > 0 && settled.length + pieces.length + parts.length <= max;
    // The names of parts are as long as those of all queued cells, or longer, so the coarsest comes first.
    if (fits) pieces.push(...parts);
    else settled.push(next);
  }
  return settled.map(({ cell }) => cell).sort();
}

/**
 * The cells that contain a cell, the whole world first.
 *
 * @example cellsAround('c5') // ['', 'c']
 */
export function cellsAround(cell: Cell): Cell[] {
  return Array.from({ length: cell.length }, (_, length) => cell.slice(0, length));
}

function edgesOf(polygons: PolygonRings[]): Edge[] {
  const edges: Edge[] = [];
  for (const ring of polygons.flat()) {
    let from = ring[0];
    for (const to of ring.slice(1)) {
      if (from) edges.push({ from, to });
      from = to;
    }
  }
  return edges;
}

/** The smallest cell around a box. */
function holding([west, south, east, north]: readonly [number, number, number, number]): Omit<Piece, 'edges'> {
  let cell = { cell: '', west: worldOrigin, south: worldOrigin, degrees: worldDegrees };
  for (;;) {
    const inner = parts(cell).find(
      (part) =>
        cell.cell.length < deepest &&
        part.west < west &&
        part.south < south &&
        east < part.west + part.degrees &&
        north < part.south + part.degrees,
    );
    if (!inner) return cell;
    cell = inner;
  }
}

function parts({ cell, west, south, degrees }: Omit<Piece, 'edges'>): Omit<Piece, 'edges'>[] {
  const side = degrees / perSide;
  return Array.from({ length: perSide * perSide }, (_, number) => ({
    cell: cell + number.toString(16),
    west: west + (number % perSide) * side,
    south: south + Math.floor(number / perSide) * side,
    degrees: side,
  }));
}

/** The parts of a cell that the shape, or its border, touches. */
function touched(piece: Piece, all: Edge[]): Piece[] {
  return parts(piece).flatMap((part) => {
    const edges = piece.edges.filter((edge) => touches(edge, part));
    return edges.length > 0 || centreIsInside(part, all) ? [{ ...part, edges }] : [];
  });
}

function touches({ from, to }: Edge, { west, south, degrees }: Omit<Piece, 'edges'>): boolean {
  const [east, north] = [west + degrees, south + degrees];
  if (from[0] < west && to[0] < west) return false;
  if (from[0] > east && to[0] > east) return false;
  if (from[1] < south && to[1] < south) return false;
  if (from[1] > north && to[1] > north) return false;
  // The corners are on one side of the edge's line unless the nearest and the farthest of them are not.
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const base = dx * (south - from[1]) - dy * (west - from[0]);
  const [across, along] = [dx * degrees, -dy * degrees];
  return base + Math.min(0, across) + Math.min(0, along) <= 0 && base + Math.max(0, across) + Math.max(0, along) >= 0;
}

/**
 * Whether the centre is inside, by the even-odd rule over all rings. For cells without edges, which are inside or
 * outside as a whole.
 */
function centreIsInside({ west, south, degrees }: Omit<Piece, 'edges'>, edges: Edge[]): boolean {
  const [x, y] = [west + degrees / 2, south + degrees / 2];
  let inside = false;
  for (const { from, to } of edges) {
    if (from[1] > y === to[1] > y) continue;
    if (x < from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0])) inside = !inside;
  }
  return inside;
}
