import type { BoundarySet } from '../../domain/boundary-files/boundary-set.ts';
import type { BoundaryLimits } from '../../domain/boundary-files/limits.ts';
import type { BoundaryProblem } from '../../domain/boundary-files/problem.ts';
import type { Widened } from '../../domain/geometry/widen.ts';
import type { Gdal } from '../gdal/gdal.ts';

/** A feature of a file. */
export interface SourceFeature {
  layer?: string;
  /** Its number in its layer, from 1. */
  feature: number;
  /**
   * Reads name and geometry (longitude and latitude on WGS 84). Lazy, because features beyond the limit are only
   * counted.
   *
   * @throws ConversionError with the problem of this feature.
   */
  read(): SourceContent | Promise<SourceContent>;
}

export interface SourceContent {
  name?: string | undefined;
  geometry: Widened;
}

export interface Conversion {
  limits: BoundaryLimits;
  /** GDAL, or undefined if it cannot be loaded. */
  gdal(): Gdal | undefined;
  /** Reports a problem after which reading continues. */
  report(problem: BoundaryProblem): void;
}

/**
 * Yields the features of a set in the order of the file.
 *
 * @throws ConversionError with the problem that ends the reading of the set.
 */
export type Converter = (set: BoundarySet, conversion: Conversion) => AsyncIterable<SourceFeature>;

/** An error with a problem for the list of the set. */
export class ConversionError extends Error {
  problem: BoundaryProblem;

  constructor(problem: BoundaryProblem, options?: ErrorOptions) {
    super(problem.message, options);
    this.problem = problem;
  }
}

/**
 * A library's message about a file, without a final dot. A TypeError or RangeError on damaged input means nothing to
 * the user and is replaced.
 *
 * @example reasonOf(new Error('Not a shapefile.')) // 'Not a shapefile'
 */
export function reasonOf(error: unknown): string {
  if (error instanceof TypeError || error instanceof RangeError) return 'its structure is damaged';
  return (error instanceof Error ? error.message : String(error)).replace(/\.\s*$/, '');
}

/** A library's message without paths, which mean nothing to the user. */
export function withoutPaths(message: string): string {
  return message.replaceAll(/\S+/g, (word) => (word.includes('/') ? 'the file' : word));
}
