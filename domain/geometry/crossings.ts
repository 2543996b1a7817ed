import { type MultiPolygon, vertexCount } from './multi-polygon.ts';

/** Edges per leaf of a tree. */
const leafEdges = 4;
/** Maximum comparisons of edges and boxes: ten times the number for two coinciding outlines of 100,000 vertices. */
const maxComparisons = 20_000_000;

/** Repair is slower than linear in crossings: 2,400 take 1.6 s, 14,000 take 17 s. Real outlines have a handful. */
export const maxSelfCrossings = 2_500;

/** Edges in ring order, so that neighbours are adjacent, under a binary tree of bounding boxes. */
interface EdgeTree {
  /** Four numbers per edge: the longitudes and latitudes of its ends. */
  edges: Float64Array;
  /** Four numbers per node: west, south, east, north. The children of node n are 2n + 1 and 2n + 2. */
  boxes: Float64Array;
  /** Index of the first leaf. */
  firstLeaf: number;
}

/**
 * Number of crossings of two outlines, which determines the time and memory of their overlay: two combs of n teeth
 * cross n² times. `Infinity` above `most`, and if counting takes too many comparisons.
 *
 * @example if (countCrossings(a, b, 10_000) === Infinity) throw geometryTooComplex(detail);
 */
export function countCrossings(a: MultiPolygon, b: MultiPolygon, max: number): number {
  const [first, second] = [edgeTree(a), edgeTree(b)];
  /** Pairs of nodes that may intersect, two numbers each. */
  const pairs = [0, 0];
  let crossings = 0;
  let comparisons = 0;
  while (pairs.length > 0) {
    const other = pairs.pop() as number;
    const one = pairs.pop() as number;
    comparisons += 1;
    if (comparisons > maxComparisons || crossings > max) return Infinity;
    if (!boxesMeet(first.boxes, 4 * one, second.boxes, 4 * other)) continue;
    const [oneIsLeaf, otherIsLeaf] = [one >= first.firstLeaf, other >= second.firstLeaf];
    if (oneIsLeaf && otherIsLeaf) {
      comparisons += leafEdges * leafEdges;
      crossings += crossingsInLeaves(first, one, second, other);
    } else if (oneIsLeaf || (!otherIsLeaf && other < one)) {
      pairs.push(one, 2 * other + 1, one, 2 * other + 2);
    } else {
      pairs.push(2 * one + 1, other, 2 * one + 2, other);
    }
  }
  return crossings > max ? Infinity : crossings;
}

/**
 * Whether a shape crosses itself too often for a repair.
 *
 * @example if (!isTangled(shape)) repair(shape);
 */
export function isTangled(shape: MultiPolygon): boolean {
  // Each crossing is found from both of its edges.
  return countCrossings(shape, shape, 2 * maxSelfCrossings) === Infinity;
}

function edgeTree(shape: MultiPolygon): EdgeTree {
  const edges = edgesOf(shape);
  const leaves = 2 ** Math.ceil(Math.log2(Math.max(1, edges.length / 4 / leafEdges)));
  const firstLeaf = leaves - 1;
  const boxes = new Float64Array(4 * (firstLeaf + leaves));
  for (let at = 0; at < boxes.length; at += 4) boxes.set([Infinity, Infinity, -Infinity, -Infinity], at);
  for (let at = 0; at < edges.length; at += 2) {
    const [x, y] = [edges[at] as number, edges[at + 1] as number];
    widen(boxes, firstLeaf + Math.floor(at / 4 / leafEdges), x, y, x, y);
  }
  for (let node = boxes.length / 4 - 1; node > 0; node -= 1) {
    const [west, south, east, north] = boxes.subarray(4 * node) as unknown as [number, number, number, number];
    widen(boxes, (node - 1) >> 1, west, south, east, north);
  }
  return { edges, boxes, firstLeaf };
}

function edgesOf({ coordinates }: MultiPolygon): Float64Array {
  const edges = new Float64Array(4 * vertexCount(coordinates));
  let at = 0;
  for (const ring of coordinates.flat()) {
    for (let i = 1; i < ring.length; i += 1) {
      const [from, to] = [ring[i - 1], ring[i]];
      if (!from || !to) continue;
      edges[at] = from[0];
      edges[at + 1] = from[1];
      edges[at + 2] = to[0];
      edges[at + 3] = to[1];
      at += 4;
    }
  }
  return edges.subarray(0, at);
}

/** Extends the box of a node by another box. */
function widen(boxes: Float64Array, node: number, west: number, south: number, east: number, north: number): void {
  const at = 4 * node;
  boxes[at] = Math.min(boxes[at] as number, west);
  boxes[at + 1] = Math.min(boxes[at + 1] as number, south);
  boxes[at + 2] = Math.max(boxes[at + 2] as number, east);
  boxes[at + 3] = Math.max(boxes[at + 3] as number, north);
}

function boxesMeet(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return (
    (a[i] as number) <= (b[j + 2] as number) &&
    (b[j] as number) <= (a[i + 2] as number) &&
    (a[i + 1] as number) <= (b[j + 3] as number) &&
    (b[j + 1] as number) <= (a[i + 3] as number)
  );
}

function crossingsInLeaves(a: EdgeTree, one: number, b: EdgeTree, other: number): number {
  const [start, otherStart] = [4 * leafEdges * (one - a.firstLeaf), 4 * leafEdges * (other - b.firstLeaf)];
  const [end, otherEnd] = [start + 4 * leafEdges, otherStart + 4 * leafEdges];
  let crossings = 0;
  for (let i = start; i < end && i < a.edges.length; i += 4) {
    for (let j = otherStart; j < otherEnd && j < b.edges.length; j += 4) {
      if (parts(a.edges, i, b.edges, j) && parts(b.edges, j, a.edges, i)) crossings += 1;
    }
  }
  return crossings;
}

/**
 * Whether the ends of one edge are on different sides of another's line. An end on the line does not count as a
 * crossing.
 */
function parts(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  const [x, y] = [a[i] as number, a[i + 1] as number];
  const [dx, dy] = [(a[i + 2] as number) - x, (a[i + 3] as number) - y];
  const from = dx * ((b[j + 1] as number) - y) - dy * ((b[j] as number) - x);
  const to = dx * ((b[j + 3] as number) - y) - dy * ((b[j + 2] as number) - x);
  return from * to < 0;
}
