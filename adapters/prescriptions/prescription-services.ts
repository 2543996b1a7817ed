import { join } from 'node:path';
import type { CheckOrder, PrescriptionCheck } from '../../domain/prescriptions/prescription-check.ts';
import { checkZip } from './check-zip.ts';

/** Name of the upload in the folder of the process that reads it. */
export const uploadName = 'upload';

/** The services of the process that reads prescriptions, for its parent. */
export function prescriptionServices(folder: string) {
  return {
    check: (order: CheckOrder): Promise<PrescriptionCheck> => checkZip(join(folder, uploadName), folder, order),
  };
}
