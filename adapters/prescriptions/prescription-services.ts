import { join } from 'node:path';
import type { MultiPolygon } from '../../domain/geometry/multi-polygon.ts';
import type { Inspection } from '../../domain/prescriptions/inspection.ts';
import type { Prescription } from '../../domain/prescriptions/prescription.ts';
import type { CheckOrder, PrescriptionCheck } from '../../domain/prescriptions/prescription-check.ts';
import { finding, type PrescriptionFinding } from '../../domain/prescriptions/prescription-finding.ts';
import type { InspectionOrder } from '../../domain/prescriptions/prescription-reader.ts';
import { checkZip } from './check-zip.ts';
import { withRest, withUnit } from './complete-prescription.ts';
import { type ConversionOrder, convert } from './convert.ts';
import { drawPrescription } from './draw-prescription.ts';
import { inspect } from './inspect.ts';
import { PrescriptionError } from './prescription-error.ts';
import { readPrescription } from './read-prescription.ts';

/** Name of the upload in the folder of the process that reads it. */
export const uploadName = 'upload';

/** A prescription that was inspected, or the findings that ended its reading. */
export type Inspected = { inspection: Inspection } | { findings: PrescriptionFinding[] };

/** A written file, in base64, or the findings that ended the writing. */
export type Converted = { content: string } | { findings: PrescriptionFinding[] };

/** The services of the process that reads prescriptions, for its parent. */
export function prescriptionServices(folder: string) {
  const path = join(folder, uploadName);
  let read: Prescription | undefined;
  return {
    check: (order: CheckOrder): Promise<PrescriptionCheck> => checkZip(path, folder, order),

    inspect: (order: InspectionOrder): Promise<Inspected> =>
      orFindings(async () => {
        read = withRest(withUnit(await readPrescription(path, folder, order), order), order);
        const inspection = inspect(read, order.field as MultiPolygon | undefined);
        if (order.withoutOverlaps) refuseOverlaps(inspection);
        const picture = drawPrescription(read);
        return { inspection: { ...inspection, ...(picture && { picture: dataUrl(picture) }) } };
      }),

    /** Writes what was inspected. */
    convert: ({ name, ...order }: ConversionOrder & { name: string }): Promise<Converted> =>
      orFindings(async () => ({ content: Buffer.from(convert(read as Prescription, name, order)).toString('base64') })),
  };
}

const dataUrl = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;

function refuseOverlaps({ overlaps }: Omit<Inspection, 'picture'>): void {
  const { squareMetres = 0 } = overlaps ?? {};
  if (squareMetres > 0) throw new PrescriptionError(finding('zonesOverlap', {}, { squareMetres }));
}

async function orFindings<T>(work: () => Promise<T>): Promise<T | { findings: PrescriptionFinding[] }> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PrescriptionError)) throw error;
    return { findings: [error.finding] };
  }
}
