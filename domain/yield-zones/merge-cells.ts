import type { Cell } from '../../sql/geography/cell-grid.ts';
import { heap } from './heap.ts';
import type { HexGrid } from './hex-grid.ts';

interface Cluster {
  size: number;
  mean: number;
  cells: Cell[];
  neighbours: Set<number>;
}

interface Merge {
  /** The increase of the sum of squares within clusters (Ward 1963). */
  cost: number;
  size: number;
  one: number;
  other: number;
}

/** Precision of comparisons: the last digits of sums depend on the order in which an engine adds. */
const exactTo = 1e9;

/** Minimum size of a zone, as a share of the mean size. */
const minShare = 0.1;

/**
 * Clusters cells into the wanted number of clusters, or as many as there are disconnected pieces. Neighbours are
 * merged, those with the least difference for their size first; but clusters that are too small for a zone precede all
 * others, since the largest differences are often in a few erroneous cells. Every cluster is connected. Deterministic:
 * among equal merges the smallest comes first, then the one of the first cells.
 */
export function mergeCells(
  values: ReadonlyMap<Cell, number>,
  wanted: number,
  grid: Pick<HexGrid, 'neighbours'>,
): Cell[][] {
  const cells = [...values.keys()].sort();
  const indexes = new Map(cells.map((cell, index) => [cell, index]));
  const clusters = new Map<number, Cluster>(
    cells.map((cell, index) => [
      index,
      {
        size: 1,
        mean: Math.round((values.get(cell) ?? 0) * exactTo) / exactTo,
        cells: [cell],
        neighbours: new Set(grid.neighbours(cell).flatMap((other) => indexes.get(other) ?? [])),
      },
    ]),
  );
  const min = (minShare * cells.length) / wanted;
  const [ofSmall, ofOthers] = [heap(isBefore), heap(isBefore)];
  const offer = (one: number, other: number) => {
    const [a, b] = [clusters.get(one), clusters.get(other)];
    if (!a || !b) return;
    const size = a.size + b.size;
    const merges = Math.min(a.size, b.size) < min ? ofSmall : ofOthers;
    merges.push({ cost: ((a.size * b.size) / size) * (a.mean - b.mean) ** 2, size, one, other });
  };
  for (const [index, { neighbours }] of clusters)
    for (const other of neighbours) if (other > index) offer(index, other);

  // A merged cluster gets a new number, so that queued merges of its parts are recognised as outdated.
  for (let next = cells.length; clusters.size > wanted; ) {
    const merge = ofSmall.pop() ?? ofOthers.pop();
    if (!merge) break;
    const [a, b] = [clusters.get(merge.one), clusters.get(merge.other)];
    if (!a || !b) continue;
    clusters.set(next, united(a, b, merge));
    clusters.delete(merge.one);
    clusters.delete(merge.other);
    for (const other of clusters.get(next)?.neighbours ?? []) {
      const around = clusters.get(other)?.neighbours;
      around?.delete(merge.one);
      around?.delete(merge.other);
      around?.add(next);
      offer(other, next);
    }
    next += 1;
  }
  return [...clusters.values()].map((cluster) => cluster.cells);
}

const isBefore = (a: Merge, b: Merge): boolean =>
  (a.cost - b.cost || a.size - b.size || a.one - b.one || a.other - b.other) < 0;

function united(a: Cluster, b: Cluster, { one, other, size }: Merge): Cluster {
  const [large, small] = a.size >= b.size ? [a, b] : [b, a];
  for (const cell of small.cells) large.cells.push(cell);
  for (const neighbour of small.neighbours) large.neighbours.add(neighbour);
  large.neighbours.delete(one);
  large.neighbours.delete(other);
  return { size, mean: (a.mean * a.size + b.mean * b.size) / size, cells: large.cells, neighbours: large.neighbours };
}
