import { boundsOf, type MultiPolygon } from '../../geometry/multi-polygon.ts';
import { SceneProblem } from '../scenes/scene-problem.ts';
import { type FieldGrid, masked } from './field-grid.ts';
import { projectionOf } from './utm.ts';

/** Where the pixels of a file lie: the outer corner of the first one, and their size, in the units of their system (EPSG). */
export interface PixelLattice {
  system: number;
  x: number;
  y: number;
  dx: number;
  dy: number;
}

/** Of 3 m: a box of 22,500 ha. A process needs 1.9 GB for it, and may have 2.4. */
const maxPixels = 25_000_000;

/**
 * The pixels of a file on which a field lies, each as the file has it; the grid reaches as far as the field does, also where the file ends before.
 *
 * @throws SceneProblem for a system other than UTM, and for a field around which the box is too large.
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
    const [most, hectares] = [maxPixels * dx * dy, width * height * dx * dy].map((area) => Math.round(area / 10_000));
    throw new SceneProblem(
      `The box around the field has ${hectares} ha, and scenes of this kind are processed for ${most} at most.`,
    );
  }
  const place = { west: x + first * dx, north: y - line * dy, dx, dy };
  return masked({ system: `EPSG:${system}`, width, height, ...place }, ground, (position) => project(...position));
}
