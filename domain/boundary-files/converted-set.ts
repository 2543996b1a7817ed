import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { Validity } from '../geometry/validity.ts';
import type { ConverterFormat } from './converter-format.ts';
import type { BoundaryProblem } from './problem.ts';

/** A boundary that can become a field. */
export interface ConvertedField {
  /** Its place among the features of its set, from 0; the same each time the same upload is read. */
  index: number;
  layer?: string;
  /** Its place in its layer, from 1, as problems name it. */
  feature: number;
  name?: string;
  geometry: MultiPolygon;
  /** What the stored geometry is: `VALID`, since what cannot be made valid is refused. */
  validity: Validity;
  /** Whether it was invalid before. */
  repaired: boolean;
  /** The warnings about this feature; they stand in the set's problems too. */
  problems: BoundaryProblem[];
}

export interface ConvertedSet {
  file: string;
  format: ConverterFormat;
  /** The fields to create; no more than one above the limit are held. */
  fields: ConvertedField[];
  /** How many fields the set holds. Exact up to the limit; above it, features that were not looked at count as fields. */
  fieldCount: number;
  /** Every feature that was seen, refused and repeated ones included. */
  featureCount: number;
  problems: BoundaryProblem[];
}
