/** Points by the square cells of a grid, so that the nearest one to a position is found without looking at all. */
export interface PointGrid {
  /** Metres. */
  cell: number;
  xmin: number;
  ymin: number;
  columns: number;
  rows: number;
  /** Where the points of a cell begin in `order`; one more than there are cells. */
  starts: Uint32Array;
  /** Indexes of points, cell by cell. */
  order: Uint32Array;
}

const maxCells = 1_000_000;

/** @param at metres east and north, in turns. @param cell about so many metres. */
export function pointGrid(at: Float32Array, cell: number): PointGrid {
  let [xmin, ymin, xmax, ymax] = [0, 0, 0, 0];
  for (let index = 0; index < at.length; index += 2) {
    const [x, y] = [at[index] ?? 0, at[index + 1] ?? 0];
    if (index === 0) [xmin, ymin, xmax, ymax] = [x, y, x, y];
    xmin = Math.min(xmin, x);
    ymin = Math.min(ymin, y);
    xmax = Math.max(xmax, x);
    ymax = Math.max(ymax, y);
  }
  const side = Math.max(cell, Math.sqrt(((xmax - xmin) * (ymax - ymin)) / maxCells));
  const [columns, rows] = [Math.floor((xmax - xmin) / side) + 1, Math.floor((ymax - ymin) / side) + 1];
  const count = at.length / 2;
  const cells = new Uint32Array(count);
  const starts = new Uint32Array(columns * rows + 1);
  for (let index = 0; index < count; index++) {
    const column = Math.floor(((at[2 * index] ?? 0) - xmin) / side);
    const row = Math.floor(((at[2 * index + 1] ?? 0) - ymin) / side);
    const own = row * columns + column;
    cells[index] = own;
    starts[own + 1] = (starts[own + 1] ?? 0) + 1;
  }
  for (let index = 1; index < starts.length; index++) starts[index] = (starts[index] ?? 0) + (starts[index - 1] ?? 0);
  const next = starts.slice();
  const order = new Uint32Array(count);
  for (let index = 0; index < count; index++) {
    const own = cells[index] ?? 0;
    const place = next[own] ?? 0;
    order[place] = index;
    next[own] = place + 1;
  }
  return { cell: side, xmin, ymin, columns, rows, starts, order };
}

/**
 * The nearest point to a position, no farther than `max` metres.
 *
 * @param isSeen whether a point is to be found at all.
 * @example const index = nearestPoint(set, [12, -40], 3, () => true);
 */
export function nearestPoint(
  { at, grid }: { at: Float32Array; grid: PointGrid },
  [x, y]: readonly [number, number],
  max: number,
  isSeen: (index: number) => boolean,
): number | undefined {
  let found: number | undefined;
  let nearest = max * max;
  for (const index of near(grid, x, y, max)) {
    const [east, north] = [(at[2 * index] ?? 0) - x, (at[2 * index + 1] ?? 0) - y];
    const squared = east * east + north * north;
    if (squared > nearest || !isSeen(index)) continue;
    [found, nearest] = [index, squared];
  }
  return found;
}

function* near({ cell, xmin, ymin, columns, rows, starts, order }: PointGrid, x: number, y: number, max: number) {
  const within = (cells: number, from: number) => [
    Math.max(0, Math.floor((from - max) / cell)),
    Math.min(cells - 1, Math.floor((from + max) / cell)),
  ];
  const [firstColumn = 0, lastColumn = -1] = within(columns, x - xmin);
  const [firstRow = 0, lastRow = -1] = within(rows, y - ymin);
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const own = row * columns + column;
      for (let place = starts[own] ?? 0; place < (starts[own + 1] ?? 0); place++) yield order[place] ?? 0;
    }
  }
}
