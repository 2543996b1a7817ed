import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prescriptionCheckSchema } from '../../domain/prescriptions/prescription-check.ts';
import { finding, type PrescriptionFinding } from '../../domain/prescriptions/prescription-finding.ts';
import type { PrescriptionReader } from '../../domain/prescriptions/prescription-reader.ts';
import { ContainedFailure, expected } from '../containment/contained-failure.ts';
import type { ContainedReaders } from '../containment/contained-readers.ts';
import { uploadName } from './prescription-services.ts';

/** A function answers within 29 s, and the prescription has to be sent as well. */
const maxMilliseconds = 12_000;

/**
 * Reads each prescription in a contained process, which ends with it.
 *
 * @example const reader = prescriptionReader(fileReaders('read-prescription')); // at module level
 */
export function prescriptionReader(readers: ContainedReaders): PrescriptionReader {
  return {
    check: (zip, order) =>
      readers.use(async ({ process }) => {
        await writeFile(join(process.folder, uploadName), zip);
        try {
          return await process.work(maxMilliseconds, {}, async (peer) =>
            expected(prescriptionCheckSchema, await peer.ask('check', order)),
          );
        } catch (error) {
          if (!(error instanceof ContainedFailure)) throw error;
          return { findings: [failureFinding(error)] };
        }
      }),
  };
}

function failureFinding({ reason, message, megabytes }: ContainedFailure): PrescriptionFinding {
  const reasons = {
    error: `It could not be read: ${message}.`,
    deadline: `Reading it was ended after ${maxMilliseconds / 1_000} s.`,
    memory: `Reading it took more than ${megabytes} MB of memory.`,
    crash: 'It made its reader end.',
  };
  return finding('readingFailed', {}, { reason: reasons[reason] });
}
