import type { Ring } from './multi-polygon.ts';

/** Cells are not finer than this, metres. */
const finestCell = 0.5;
/** As many cells are filled, and as many rectangles united, in a second. */
const most = { cells: 300_000, rectangles: 2_000 };
/** Columns of a row's number: beyond it numbers of cells would not fit into one number. */
const width = 2 ** 26;

/**
 * Rectangles of the cells of a grid in which points lie, and of the empty ones between two of a row or of a column up to a gap: however many points
 * there are on some ground, it has no more of them.
 *
 * @param places x and y by turns, metres.
 * @param finest side of a cell, which grows until they are few.
 */
export function filledCells(places: Float64Array, finest: number, gap: number): { rectangles: Ring[]; size: number } {
  for (let size = Math.max(finestCell, finest); ; size *= 2) {
    const seen = new Set<number>();
    for (let at = 0; at < places.length && seen.size <= most.cells; at += 2) {
      const x = Math.round((places[at] as number) / size);
      const y = Math.round((places[at + 1] as number) / size);
      seen.add((y + width / 2) * width + x + width / 2);
    }
    if (seen.size > most.cells) continue;
    const cells = Float64Array.from(seen).sort();
    const columns = runsOf(turned(cells), gap / size);
    const filled = new Set(seen);
    const fits = columns.every(({ across, from, to }) => {
      for (let along = from; along <= to; along += 1) filled.add(along * width + across);
      return filled.size <= most.cells;
    });
    const runs = fits ? runsOf(Float64Array.from(filled).sort(), gap / size) : [];
    if (!fits || runs.length > most.rectangles) continue;
    return { rectangles: runs.map((run) => rectangle(run, size)), size };
  }
}

interface Run {
  /** The row of a run along a row. */
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
