import type { Ring } from './multi-polygon.ts';

/** Minimum side of a cell in metres. */
const finestCell = 0.5;
/** Numbers of cells filled, and of rectangles united, within a second. */
const max = { cells: 300_000, rectangles: 2_000 };
/** Columns per row in the number of a cell; more rows and columns would exceed a safe integer. */
const width = 2 ** 26;

/**
 * Rectangles of the grid cells that contain points, and of the empty cells between two of them in a row or column up to
 * a gap. Their number depends on the ground's size and not on the number of points.
 *
 * @param positions alternating x and y in metres.
 * @param finest side of a cell in metres; doubled until the cells are few enough.
 * @param gap maximum width of empty ground that is filled, in metres.
 * @example filledCells(Float64Array.of(0, 0, 3, 0), 1, 4) // one rectangle from -0.5 to 3.5, and the size 1
 */
export function filledCells(
  positions: Float64Array,
  finest: number,
  gap: number,
): { rectangles: Ring[]; size: number } {
  for (let size = Math.max(finestCell, finest); ; size *= 2) {
    const seen = new Set<number>();
    for (let at = 0; at < positions.length && seen.size <= max.cells; at += 2) {
      const x = Math.round((positions[at] as number) / size);
      const y = Math.round((positions[at + 1] as number) / size);
      seen.add((y + width / 2) * width + x + width / 2);
    }
    if (seen.size > max.cells) continue;
    const cells = Float64Array.from(seen).sort();
    const columns = runsOf(turned(cells), gap / size);
    const filled = new Set(seen);
    const fits = columns.every(({ across, from, to }) => {
      for (let along = from; along <= to; along += 1) filled.add(along * width + across);
      return filled.size <= max.cells;
    });
    const runs = fits ? runsOf(Float64Array.from(filled).sort(), gap / size) : [];
    if (!fits || runs.length > max.rectangles) continue;
    return { rectangles: runs.map((run) => rectangle(run, size)), size };
  }
}

interface Run {
  /** Row index of a run of cells along the row. */
  across: number;
  from: number;
  to: number;
}

function runsOf(cells: Float64Array, gap: number): Run[] {
  const runs: Run[] = [];
  for (const cell of cells) {
    const [across, along] = [Math.floor(cell / width), cell % width];
    const last = runs.at(-1);
    if (last?.across === across && along - last.to <= gap) last.to = along;
    else runs.push({ across, from: along, to: along });
  }
  return runs;
}

function turned(cells: Float64Array): Float64Array {
  return cells.map((cell) => (cell % width) * width + Math.floor(cell / width)).sort();
}

function rectangle({ across, from, to }: Run, size: number): Ring {
  const at = (cell: number) => (cell - width / 2) * size;
  const [west, east, south, north] = [at(from - 0.5), at(to + 0.5), at(across - 0.5), at(across + 0.5)];
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}
