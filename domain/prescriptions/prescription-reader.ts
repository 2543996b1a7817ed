import type { CheckOrder, PrescriptionCheck } from './prescription-check.ts';

/** Reads prescriptions. Their bytes are foreign, so that each is read in a process of its own. */
export interface PrescriptionReader {
  /** Checks a zip by the rules of a provider. A zip that cannot be read has a finding that says why. */
  check(zip: Uint8Array, order: CheckOrder): Promise<PrescriptionCheck>;
}
