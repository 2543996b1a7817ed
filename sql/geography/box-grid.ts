import type { Box } from './box.ts';

/** Cells of a grid per box. */
const cellsOfBox = 4;
const maxCells = 4_000_000;
/** Maximum cells of a box; larger boxes are stored beside the grid. */
const maxCellsOfBox = 256;

/** An index of boxes by the cells of a grid. */
export interface BoxGrid {
  /** Calls `found` once for each box that intersects another. */
  meeting(box: Box, found: (index: number) => void): void;
  /** Calls `found` for each box that may contain a point. */
  around(longitude: number, latitude: number, found: (index: number) => void): void;
}

/** @param boxes by index; absent ones intersect nothing. */
export function boxGrid(boxes: readonly (Box | undefined)[]): BoxGrid {
  const sides = new Float64Array(4 * boxes.length);
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [index, box] of boxes.entries()) {
    sides.set(box ?? [Number.NaN, Number.NaN, Number.NaN, Number.NaN], 4 * index);
    if (!box) continue;
    [west, south] = [Math.min(west, box[0]), Math.min(south, box[1])];
    [east, north] = [Math.max(east, box[2]), Math.max(north, box[3])];
  }
  const count = Math.ceil(Math.sqrt(Math.min(maxCells, Math.max(1, cellsOfBox * boxes.length))));
  const cellOf = (degrees: number, from: number, to: number) =>
    Math.max(0, Math.min(count - 1, Math.floor(((degrees - from) / (to - from || 1)) * count)));
  const column = (degrees: number) => cellOf(degrees, west, east);
  const row = (degrees: number) => cellOf(degrees, south, north);
  const cellsOf = (box: Box) => [column(box[0]), row(box[1]), column(box[2]), row(box[3])] as const;
  const isLarge = ([w, s, e, n]: ReturnType<typeof cellsOf>) => (e - w + 1) * (n - s + 1) > maxCellsOfBox;

  const large: number[] = [];
  const starts = new Int32Array(count * count + 1);
  const each = (use: (index: number, cell: number) => void, aside: (index: number) => void) => {
    for (const [index, box] of boxes.entries()) {
      if (!box) continue;
      const cells = cellsOf(box);
      if (isLarge(cells)) aside(index);
      else
        for (let y = cells[1]; y <= cells[3]; y++) for (let x = cells[0]; x <= cells[2]; x++) use(index, y * count + x);
    }
  };
  each(
    (_, cell) => {
      starts[cell + 1] = (starts[cell + 1] ?? 0) + 1;
    },
    (index) => large.push(index),
  );
  for (let cell = 0; cell < count * count; cell++) starts[cell + 1] = (starts[cell + 1] ?? 0) + (starts[cell] ?? 0);
  const indexes = new Int32Array(starts[count * count] ?? 0);
  const filled = starts.slice();
  each(
    (index, cell) => {
      indexes[filled[cell] ?? 0] = index;
      filled[cell] = (filled[cell] ?? 0) + 1;
    },
    () => {},
  );

  const meets = (index: number, w: number, s: number, e: number, n: number) =>
    (sides[4 * index] ?? 0) <= e &&
    (sides[4 * index + 1] ?? 0) <= n &&
    (sides[4 * index + 2] ?? 0) >= w &&
    (sides[4 * index + 3] ?? 0) >= s;
  const inCell = (cell: number, box: Box, found: (index: number) => void) => {
    const end = starts[cell + 1] ?? 0;
    for (let at = starts[cell] ?? 0; at < end; at++) {
      const index = indexes[at] ?? 0;
      if (meets(index, ...box)) found(index);
    }
  };
  return {
    around(longitude, latitude, found) {
      const box = [longitude, latitude, longitude, latitude] as const;
      for (const index of large) if (meets(index, ...box)) found(index);
      inCell(row(latitude) * count + column(longitude), box, found);
    },
    meeting(box, found) {
      for (const index of large) if (meets(index, ...box)) found(index);
      const [w, s, e, n] = cellsOf(box);
      const known = new Set<number>();
      const once = (index: number) => {
        if (!known.has(index)) found(index);
        known.add(index);
      };
      for (let y = s; y <= n; y++) for (let x = w; x <= e; x++) inCell(y * count + x, box, once);
    },
  };
}
