import { boundsOf, type PolygonRings, type Position } from './multi-polygon.ts';

/**
 * A square of degrees: `''` is the whole square from -180 to 180 both ways, and each hexadecimal digit names one of the 16 squares
 * that the one before is cut into. So a cell lies in another exactly when its name begins with the other's, which is what an index
 * by prefix needs.
 */
export type Cell = string;

/** About 38 m of latitude. */
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
 * Cells that together hold a shape, `most` at most: coarse ones in which it is small, finer ones where that tells more.
 * Whatever overlaps the shape has, in any cover of its own, a cell that lies in one of these or holds one of them.
 */
export function coverCells(polygons: PolygonRings[], most: number): Cell[] {
  const edges = edgesOf(polygons);
  const bounds = boundsOf(polygons);
  if (!bounds) return [];
  const pieces: Piece[] = [{ ...holding(bounds), edges }];
  const settled: Piece[] = [];
  for (let next = pieces.shift(); next; next = pieces.shift()) {
    const parts = next.cell.length < deepest ? touched(next, edges) : [];
    const fits = parts.length > 0 && settled.length + pieces.length + parts.length <= most;
    // Parts are as long as the names of all that wait, or longer: the coarsest comes first.
    if (fits) pieces.push(...parts);
    else settled.push(next);
  }
  return settled.map(({ cell }) => cell).sort();
}

/** The cells that hold a cell, the whole world first. */
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

/** The parts of a cell in which some of the shape is, be it only its border. */
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
  // The corners lie on one side of the edge's line unless the nearest and the farthest of them do not.
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const base = dx * (south - from[1]) - dy * (west - from[0]);
  const [across, along] = [dx * degrees, -dy * degrees];
  return base + Math.min(0, across) + Math.min(0, along) <= 0 && base + Math.max(0, across) + Math.max(0, along) >= 0;
}

/** Even-odd rule over all rings, holes included. Asked only where no edge is: the centre then speaks for the whole cell. */
function centreIsInside({ west, south, degrees }: Omit<Piece, 'edges'>, edges: Edge[]): boolean {
  const [x, y] = [west + degrees / 2, south + degrees / 2];
  let inside = false;
  for (const { from, to } of edges) {
    if (from[1] > y === to[1] > y) continue;
    if (x < from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0])) inside = !inside;
  }
  return inside;
}
