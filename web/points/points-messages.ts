import type { Plane } from '../map/plane.ts';
import type { PointSet } from './point-set.ts';

/** What the page asks its worker for; URLs need no token. */
export type PointsRequest = { id: number; url: string; plane: Plane } & (
  | {
      kind: 'points';
      /** The layer of the points' areas, and the square metres of its unit. */
      area?: { url: string; factor: number } | undefined;
      /** The layer of directions in degrees. */
      heading?: { url: string } | undefined;
    }
  | { kind: 'pixels' }
);

/** What the worker answers: the points of a layer, then what else is known of them; or why there are none. */
export type PointsAnswer =
  | { id: number; set: PointSet }
  | { id: number; area?: Float32Array; heading?: Float32Array }
  | { id: number; failed: string };
