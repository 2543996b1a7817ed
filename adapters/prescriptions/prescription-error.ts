import type { PrescriptionFinding } from '../../domain/prescriptions/prescription-finding.ts';

/** Thrown by readers with the finding that ends the reading. */
export class PrescriptionError extends Error {
  readonly finding: PrescriptionFinding;

  constructor(found: PrescriptionFinding) {
    super(found.message);
    this.finding = found;
  }
}
