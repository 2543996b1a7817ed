import type { PointLayerHeader } from '../../domain/machine-files/points/point-layer.ts';
import type { ValueTable } from './value-table.ts';

/** A layer as the page knows it. Its points are in the worker, which draws, finds and counts them. */
export interface PointSet {
  /** By which the worker knows the layer. */
  id: number;
  count: number;
  about: PointsAbout;
  /** How many points have which values, with their ground: what a legend counts. */
  values: ValueTable;
}

/** What a layer says of itself. */
export type PointsAbout = Pick<
  PointLayerHeader,
  'unit' | 'categories' | 'points' | 'states' | 'ground' | 'division'
> & {
  /** Absent for pixels and samples. */
  property?: PointLayerHeader['property'];
  /** What a point stands for: a place that a machine passed, a pixel of a picture, or a sample, which has no ground. */
  of: 'machine' | 'pixels' | 'samples';
};

/** A point that was found on the map. */
export interface FoundPoint {
  index: number;
  /** Metres east and north on the plane of the map. */
  at: readonly [x: number, y: number];
  value: number;
  /** Radians, clockwise from north. */
  heading: number;
  /** Index of the layer's `states`; above 0 for a point that is hidden. */
  state: number;
}
