import type { MultiPolygon } from './multi-polygon.ts';
import type { Defect } from './validity.ts';

/** What it takes an engine to know of shapes. Invalid shapes are made valid before they are laid over others. */
export interface Overlay {
  /** What is wrong with a shape and where; undefined when it is valid. */
  findDefect(shape: MultiPolygon): Defect | undefined;
  /** What two shapes have in common; without coordinates when that has no area. */
  intersection(a: MultiPolygon, b: MultiPolygon): MultiPolygon;
  /** What any of the shapes covers. */
  union(shapes: readonly MultiPolygon[]): MultiPolygon;
  /** What lies within a distance of a valid shape, in the unit of its coordinates; a negative one takes as much away. */
  grow(shape: MultiPolygon, distance: number): MultiPolygon;
  /** With fewer vertices, none of which is farther than a distance from the outline; valid shapes stay valid. */
  simplify(shape: MultiPolygon, distance: number): MultiPolygon;
}
