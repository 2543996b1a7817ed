import type { BoundarySet } from '../../domain/boundary-files/boundary-set.ts';
import type { BoundaryLimits } from '../../domain/boundary-files/limits.ts';
import type { BoundaryProblem } from '../../domain/boundary-files/problem.ts';
import type { Widened } from '../../domain/geometry/widen.ts';
import type { Gdal } from '../gdal/gdal.ts';

/** A feature as its file has it. */
export interface SourceFeature {
  layer?: string;
  /** Its place in its layer, from 1. */
  feature: number;
  /**
   * Reads name and geometry (longitude and latitude on WGS 84). Put off because features beyond the limit are only counted.
   *
   * @throws ConversionError with the problem that keeps this feature from being read.
   */
  read(): SourceContent | Promise<SourceContent>;
}

export interface SourceContent {
  name?: string | undefined;
  geometry: Widened;
}

export interface Conversion {
  limits: BoundaryLimits;
  /** GDAL, or undefined where it does not load. */
  gdal(): Gdal | undefined;
  /** Notes a problem that does not end the reading. */
  report(problem: BoundaryProblem): void;
}

/**
 * Yields the features of a set in the order of the file.
 *
 * @throws ConversionError with the problem that ends the reading of the set.
 */
export type Converter = (set: BoundarySet, conversion: Conversion) => AsyncIterable<SourceFeature>;

/** Carries a problem from where it is found to the list of the set. */
export class ConversionError extends Error {
  problem: BoundaryProblem;

  constructor(problem: BoundaryProblem, options?: ErrorOptions) {
    super(problem.message, options);
    this.problem = problem;
  }
}

/** A library's message about a file, without a final dot. A slip of its code over damaged input says nothing to the user. */
export function reasonOf(error: unknown): string {
  if (error instanceof TypeError || error instanceof RangeError) return 'its structure is damaged';
  return (error instanceof Error ? error.message : String(error)).replace(/\.\s*$/, '');
}

/** A library's message for a user, whom the path that it was given means nothing to. */
export function withoutPaths(message: string): string {
  return message.replaceAll(/\S+/g, (word) => (word.includes('/') ? 'the file' : word));
}
