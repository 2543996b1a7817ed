import { fail } from '../fault.ts';
import { limits } from '../limits.ts';
import type { Cell, CellGrid } from './cell-grid.ts';
import { areaOf, lengthOf, perimeterOf } from './measure.ts';
import { allPositions, type Edge, edgesOf, partsOf } from './parts.ts';
import { edgesMeet, sideOf } from './relate.ts';
import type { Position, Shape } from './shape.ts';
import { sideTest } from './side-test.ts';
import { angle, earthRadius, scaled, sum, toPosition, unit } from './sphere.ts';

export interface CellOptions {
  grid: CellGrid;
  /** From 0 to 15. */
  resolution: number;
  /** Whether polygons have every cell that they touch, instead of only those whose centre they cover. */
  isFull: boolean;
}

/**
 * The cells of a shape, sorted by index: those with its points, those that its lines pass through, and those of its
 * polygons. Edges are great circles.
 *
 * @throws Fault for more cells than a query can hold.
 * @example const cells = cellsOf(shape, { grid, resolution: 7, isFull: true });
 */
export function cellsOf(shape: Shape, options: CellOptions): Cell[] {
  const { grid, resolution, isFull } = options;
  refuseTooMany(shape, options);
  const { points, lines, polygons } = partsOf(shape);
  const found = new Set(points.map(([longitude, latitude]) => grid.cellAt(latitude, longitude, resolution)));
  for (const edge of lines.flatMap(edgesOf)) touchedBy(edge, options, found);
  for (const rings of polygons) {
    const near = new Set<Cell>();
    for (const edge of rings.flatMap(edgesOf)) {
      for (const cell of cellsNear(edge, options)) near.add(cell);
      if (isFull) touchedBy(edge, options, found);
    }
    addInside(rings, near, grid, found);
  }
  if (found.size > limits.cells) tooMany(found.size, options);
  return [...found].sort();
}

/** Adds the cells whose centre the rings cover: from those near the border inwards, by neighbours. */
function addInside(rings: Position[][], near: ReadonlySet<Cell>, grid: CellGrid, found: Set<Cell>): void {
  const side = sideTest([rings]) ?? ((longitude, latitude) => sideOf([longitude, latitude], [rings]));
  const seen = new Set(near);
  const waiting = [...near];
  for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
    if (side(...grid.centre(cell)) === 'outside') continue;
    found.add(cell);
    for (const next of grid.neighbours(cell)) {
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
}

/** Points on an edge, so dense that every cell between two of them is a neighbour of theirs. */
function positionsOn([from, to]: Edge, { grid, resolution }: CellOptions): Position[] {
  const pieces = Math.max(1, Math.ceil((2 * angle(from, to) * earthRadius) / grid.spacingMetres(resolution)));
  return Array.from({ length: pieces + 1 }, (_, index) =>
    toPosition(unit(sum(scaled(from, 1 - index / pieces), scaled(to, index / pieces)))),
  );
}

const cellsOn = (edge: Edge, options: CellOptions): Set<Cell> =>
  new Set(
    positionsOn(edge, options).map(([longitude, latitude]) =>
      options.grid.cellAt(latitude, longitude, options.resolution),
    ),
  );

function cellsNear(edge: Edge, options: CellOptions): Set<Cell> {
  const on = cellsOn(edge, options);
  return new Set([...on, ...[...on].flatMap((cell) => options.grid.neighbours(cell))]);
}

/** Adds the cells that an edge touches: those of its points, and those of their neighbours whose border it crosses. */
function touchedBy(edge: Edge, options: CellOptions, found: Set<Cell>): void {
  for (const cell of cellsOn(edge, options)) found.add(cell);
  for (const cell of cellsNear(edge, options)) {
    if (found.has(cell)) continue;
    const border = edgesOf(options.grid.border(cell) ?? []);
    if (border.some((other) => edgesMeet(edge, other))) found.add(cell);
  }
}

/** Estimates the number of cells in advance. Cells of one resolution differ in size by less than a factor of two. */
function refuseTooMany(shape: Shape, options: CellOptions): void {
  const { grid, resolution } = options;
  const [first] = allPositions(partsOf(shape));
  if (!first) return;
  const inside = areaOf(shape) / grid.areaSquareMetres(grid.cellAt(first[1], first[0], resolution));
  const along = (lengthOf(shape) + perimeterOf(shape)) / grid.spacingMetres(resolution);
  const estimated = Math.max(inside, along);
  if (estimated > 2 * limits.cells) tooMany(Number(estimated.toPrecision(2)), options);
}

function tooMany(count: number, { resolution }: CellOptions): never {
  // A cell contains about seven of the next resolution.
  const lower = Math.max(0, resolution - Math.ceil(Math.log(count / limits.cells) / Math.log(7)));
  return fail(
    'query_too_complex',
    0,
    `The geography has about ${count} cells of resolution ${resolution}, and a query takes ${limits.cells}.`,
    { hint: `Take resolution ${lower} or lower, or a smaller geography.` },
  );
}
