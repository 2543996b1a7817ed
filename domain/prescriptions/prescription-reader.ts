import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { RequestedFile } from '../parser-attempts.ts';
import type { Inspection } from './inspection.ts';
import type { PrescriptionFormat } from './prescription.ts';
import type { CheckOrder, PrescriptionCheck } from './prescription-check.ts';
import type { RateUnit } from './rate-units.ts';
import type { PrescriptionTarget } from './zip-rules.ts';

/** What is asked of a prescription. */
export interface InspectionOrder {
  /** The name of the file, with its extension. */
  fileName: string;
  /** The column, property or product with the rates; may be left out where there is one. */
  rateColumn?: string | undefined;
  /** May be left out where the file states it. */
  rateUnit?: RateUnit | undefined;
  /** The boundary of a field to compare with. */
  field?: MultiPolygon | undefined;
  /** The rate of the ground of the field that has none. */
  restRate?: number | undefined;
  /** Refuses polygons that overlap. */
  withoutOverlaps?: true;
}

/** The format to write. */
export interface WritingOrder {
  to: PrescriptionFormat;
  /** The provider for which a shapefile is: it decides about folders. */
  target?: PrescriptionTarget | undefined;
}

/** Reads prescriptions. Their bytes are foreign, so that each is read in a process of its own. All throw Problem 503 `fileNotRead` if that ends without a verdict. */
export interface PrescriptionReader {
  /** Checks a zip by the rules of a provider. A zip that cannot be read has a finding that says why. */
  check(zip: RequestedFile, order: CheckOrder): Promise<PrescriptionCheck>;
  /** @throws Problem 400 `prescriptionUnfit` for content that is no prescription. */
  inspect(file: RequestedFile, order: InspectionOrder): Promise<Inspection>;
  /** Inspects a prescription, and writes it in a format. @throws Problem 400 `prescriptionUnfit` also for errors in it. */
  write(file: RequestedFile, order: InspectionOrder & WritingOrder): Promise<Uint8Array>;
}
