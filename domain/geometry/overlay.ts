import type { MultiPolygon } from './multi-polygon.ts';
import type { Defect } from './validity.ts';

/** Operations on shapes that need an engine. Invalid shapes are repaired first. */
export interface Overlay {
  /** The defect of a shape and its position; undefined if the shape is valid. */
  findDefect(shape: MultiPolygon): Defect | undefined;
  /** The intersection of two shapes; without coordinates if it has no area. */
  intersection(a: MultiPolygon, b: MultiPolygon): MultiPolygon;
  /** The part of the first shape that is outside the second; without coordinates if it has no area. */
  difference(a: MultiPolygon, b: MultiPolygon): MultiPolygon;
  /** The union of shapes. */
  union(shapes: readonly MultiPolygon[]): MultiPolygon;
  /** The ground into which the outlines of shapes divide one another, such as three parts for two shapes that overlap; what is enclosed by shapes and in none of them is a part, too. */
  cells(shapes: readonly MultiPolygon[]): MultiPolygon[];
  /** Buffers a valid shape by a distance in the unit of its coordinates; a negative distance shrinks it. */
  grow(shape: MultiPolygon, distance: number): MultiPolygon;
  /** Simplifies a shape; no removed vertex is farther than a distance from the outline. Valid shapes stay valid. */
  simplify(shape: MultiPolygon, distance: number): MultiPolygon;
}
