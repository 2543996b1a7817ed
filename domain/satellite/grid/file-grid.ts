import { boundsOf, type MultiPolygon } from '../../geometry/multi-polygon.ts';
import { SceneProblem } from '../scenes/scene-problem.ts';
import { type FieldGrid, masked } from './field-grid.ts';
import { projectionOf } from './utm.ts';

/** The grid of a file: the outer corner of its first pixel and the size of its pixels, in the units of its system (EPSG). */
export interface PixelLattice {
  system: number;
  x: number;
  y: number;
  dx: number;
  dy: number;
}

/** A box of 22,500 ha in pixels of 3 m, for which a process needs 1.9 GB of the 2.4 that it may have. */
const maxPixels = 25_000_000;

/**
 * The part of a file's grid on which a field lies. The grid covers the whole field, even if the file ends before.
 *
 * @throws SceneProblem for a system other than UTM, and for a field whose box is too large.
 */
export function fileGrid(ground: MultiPolygon, { system, x, y, dx, dy }: PixelLattice): FieldGrid {
  const project = projectionOf(system);
  if (!project || system === 4326) throw new SceneProblem(`The scene’s system EPSG:${system} is not one of UTM.`);
  const corners = ground.coordinates.map((rings) => rings.map((ring) => ring.map((position) => project(...position))));
  const [left = 0, bottom = 0, right = 0, top = 0] = boundsOf(corners) ?? [];
  const [first, line] = [Math.floor((left - x) / dx), Math.floor((y - top) / dy)];
  const width = Math.max(1, Math.ceil((right - x) / dx) - first);
  const height = Math.max(1, Math.ceil((y - bottom) / dy) - line);
  if (!(width * height <= maxPixels)) {
    const [max, hectares] = [maxPixels * dx * dy, width * height * dx * dy].map((area) => Math.round(area / 10_000));
    throw new SceneProblem(
      `The box around the field has ${hectares} ha, and scenes of this kind can be processed for at most ${max}.`,
    );
  }
  const georeference = { west: x + first * dx, north: y - line * dy, dx, dy };
  return masked({ system: `EPSG:${system}`, width, height, ...georeference }, ground, (position) =>
    project(...position),
  );
}
