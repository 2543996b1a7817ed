import type { Position } from '../shape.ts';

/** An edge on the plane of degrees: from x and y to x and y. */
type Edge = readonly [fromX: number, fromY: number, toX: number, toY: number];

/**
 * Simplifies lines on the plane as the simplifier of JTS and GEOS that preserves topology does: by Douglas and Peucker, ends stay, and a
 * chain is replaced by one edge if none of its vertices is farther from it than the tolerance, and if the edge crosses no other.
 *
 * @example simplifyLines([[[0, 0], [1, 0.01], [2, 0]]], 0.1) // [[[0, 0], [2, 0]]]
 */
export function simplifyLines(lines: readonly Position[][], tolerance: number): Position[][] {
  const given = lines.map((line) => edgeBlocks(edgesOf(line)));
  const made = edgeBlocks([]);
  return lines.map((line, own) => {
    const kept: Position[] = line.length > 0 ? [line[0] as Position] : [];
    const isClear = (from: number, to: number, edge: Edge) =>
      !made.crosses(edge) &&
      given.every((blocks, index) => (index === own ? !blocks.crosses(edge, from, to) : !blocks.crosses(edge)));
    // A stack and not recursion: a chain may be long.
    const sections: [from: number, to: number][] = line.length > 1 ? [[0, line.length - 1]] : [];
    for (let section = sections.pop(); section; section = sections.pop()) {
      const [from, to] = section;
      const edge = edgeOf(line[from], line[to]);
      const { index, distance } = to - from > 1 ? furthest(line, from, to, edge) : { index: from, distance: 0 };
      if (to - from === 1 || (distance <= tolerance && isClear(from, to, edge))) {
        if (to - from > 1) given[own]?.remove(from, to);
        made.add(edge);
        kept.push(line[to] as Position);
      } else sections.push([index, to], [from, index]);
    }
    return kept;
  });
}

function edgesOf(line: readonly Position[]): Edge[] {
  return line.slice(1).map((to, index) => edgeOf(line[index], to));
}

function edgeOf([fromX = 0, fromY = 0]: readonly number[] = [], [toX = 0, toY = 0]: readonly number[] = []): Edge {
  return [fromX, fromY, toX, toY];
}

/** The vertex of a section that is farthest from an edge, the first of several. */
function furthest(
  line: readonly Position[],
  from: number,
  to: number,
  edge: Edge,
): { index: number; distance: number } {
  let [index, distance] = [from, -1];
  for (let at = from + 1; at < to; at++) {
    const apart = distanceTo(line[at] as Position, edge);
    if (apart > distance) [index, distance] = [at, apart];
  }
  return { index, distance };
}

function distanceTo([x, y]: Position, [fromX, fromY, toX, toY]: Edge): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : ((x - fromX) * dx + (y - fromY) * dy) / squared;
  if (along <= 0) return Math.hypot(x - fromX, y - fromY);
  if (along >= 1) return Math.hypot(x - toX, y - toY);
  return Math.abs((fromY - y) * dx - (fromX - x) * dy) / Math.sqrt(squared);
}

const blockEdges = 64;

/** Edges in blocks with a box around each, since those that follow one another are near each other. */
function edgeBlocks(start: readonly Edge[]) {
  const edges: (Edge | undefined)[] = [];
  const boxes: [west: number, south: number, east: number, north: number][] = [];
  const add = (edge: Edge) => {
    const block = Math.floor(edges.length / blockEdges);
    const box = boxes[block] ?? [Infinity, Infinity, -Infinity, -Infinity];
    const [fromX, fromY, toX, toY] = edge;
    boxes[block] = [
      Math.min(box[0], fromX, toX),
      Math.min(box[1], fromY, toY),
      Math.max(box[2], fromX, toX),
      Math.max(box[3], fromY, toY),
    ];
    edges.push(edge);
  };
  for (const edge of start) add(edge);
  return {
    add,
    remove(from: number, to: number) {
      edges.fill(undefined, from, to);
    },
    /** Whether an edge crosses one of these, but for those of a section. */
    crosses(edge: Edge, from = 0, to = 0): boolean {
      const [west, east] = [Math.min(edge[0], edge[2]), Math.max(edge[0], edge[2])];
      const [south, north] = [Math.min(edge[1], edge[3]), Math.max(edge[1], edge[3])];
      return boxes.some((box, block) => {
        if (box[0] > east || box[2] < west || box[1] > north || box[3] < south) return false;
        const first = block * blockEdges;
        for (let at = first; at < Math.min(first + blockEdges, edges.length); at++) {
          const other = edges[at];
          if (other && (at < from || at >= to) && meetInside(edge, other)) return true;
        }
        return false;
      });
    },
  };
}

/** Whether two edges have a point in common that is not an end of both. */
function meetInside(a: Edge, b: Edge): boolean {
  const [a1, a2] = [sideOf(b, a[0], a[1]), sideOf(b, a[2], a[3])];
  const [b1, b2] = [sideOf(a, b[0], b[1]), sideOf(a, b[2], b[3])];
  if (a1 * a2 > 0 || b1 * b2 > 0) return false;
  if (a1 === 0 && a2 === 0) return overlapInside(a, b);
  // An end of one on the other is inside of it unless it is an end of both.
  if (a1 !== 0 && a2 !== 0 && b1 !== 0 && b2 !== 0) return true;
  return !haveCommonEnd(a, b);
}

const sideOf = ([fromX, fromY, toX, toY]: Edge, x: number, y: number) =>
  Math.sign((toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX));

const haveCommonEnd = (a: Edge, b: Edge) =>
  [0, 2].some((one) => [0, 2].some((other) => a[one] === b[other] && a[one + 1] === b[other + 1]));

/** Whether two edges on one line have more in common than an end. */
function overlapInside(a: Edge, b: Edge): boolean {
  const axis = Math.abs(a[2] - a[0]) >= Math.abs(a[3] - a[1]) ? 0 : 1;
  const range = (edge: Edge) => [edge[axis], edge[axis + 2]].map(Number).sort((x, y) => x - y) as [number, number];
  const [[from, to], [start, end]] = [range(a), range(b)];
  return Math.max(from, start) < Math.min(to, end);
}
