import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { Validity } from '../geometry/validity.ts';
import type { ConverterFormat } from './converter-format.ts';
import type { BoundaryProblem } from './problem.ts';

/** A boundary that can become a field. */
export interface ConvertedField {
  /** Its index among the features of its set, from 0; the same each time the same upload is read. */
  index: number;
  layer?: string;
  /** Its number in its layer, from 1, as problems name it. */
  feature: number;
  name?: string;
  geometry: MultiPolygon;
  /** The validity of the stored geometry: `VALID`, since a geometry that cannot be made valid is refused. */
  validity: Validity;
  /** Whether the geometry was invalid and was repaired. */
  repaired: boolean;
  /** The warnings about this feature; the set's problems contain them too. */
  problems: BoundaryProblem[];
}

export interface ConvertedSet {
  file: string;
  format: ConverterFormat;
  /** The fields to create, at most one more than the limit. */
  fields: ConvertedField[];
  /** Number of fields in the set. Exact up to the limit; above it, unread features count as fields. */
  fieldCount: number;
  /** Number of features read, including refused and repeated ones. */
  featureCount: number;
  problems: BoundaryProblem[];
}
