import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { PrescriptionFinding } from './prescription-finding.ts';
import type { RateUnit } from './rate-units.ts';

/** The formats in which prescriptions are read and written. */
export const prescriptionFormats = ['shapefile', 'geojson', 'isoxml'] as const;

export type PrescriptionFormat = (typeof prescriptionFormats)[number];

/** Ground with one rate. */
export interface RatedGround {
  /** On WGS 84. */
  geometry: MultiPolygon;
  rate: number;
}

/** Polygons with their rates in one column, or for one product. */
export interface Prescription {
  format: PrescriptionFormat;
  /** The file of a zip that was read. */
  entry?: string;
  /** The name of the column, or of the product. */
  column: string;
  /** Absent if the file does not state it. */
  unit?: RateUnit;
  grounds: RatedGround[];
  /** Rates for ground without a polygon, which ISO 11783 knows: before the first position, without a position, and outside of the field. */
  otherwise?: { initial?: number; positionLost?: number; outOfField?: number };
  findings: PrescriptionFinding[];
}
