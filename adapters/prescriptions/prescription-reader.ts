import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { type Inspection, inspectionSchema } from '../../domain/prescriptions/inspection.ts';
import { isUnfit, prescriptionCheckSchema, refuseUnfit } from '../../domain/prescriptions/prescription-check.ts';
import {
  finding,
  type PrescriptionFinding,
  prescriptionFindingSchema,
} from '../../domain/prescriptions/prescription-finding.ts';
import type { InspectionOrder, PrescriptionReader } from '../../domain/prescriptions/prescription-reader.ts';
import { type ContainedFailure, expected } from '../containment/contained-failure.ts';
import type { ContainedReaders } from '../containment/contained-readers.ts';
import { failureForRequest } from '../containment/failure-for-request.ts';
import type { Peer } from '../containment/peer.ts';
import { uploadName } from './prescription-services.ts';

/** A function answers within 29 s, and a prescription that was checked has to be sent as well. */
const maxCheckMilliseconds = 12_000;
const maxInspectMilliseconds = 22_000;

const findings = z.object({ findings: z.array(prescriptionFindingSchema) });
const inspectedSchema = z.union([z.object({ inspection: inspectionSchema }), findings]);
const convertedSchema = z.union([z.object({ content: z.base64() }), findings]);

/**
 * Reads each prescription in a contained process, which ends with it.
 *
 * @example const reader = prescriptionReader(fileReaders('read-prescription')); // at module level
 */
export function prescriptionReader(readers: ContainedReaders): PrescriptionReader {
  /** Works with a process that has the content as its upload. What ends the process each time becomes a finding. */
  const contained = async <T>(content: Uint8Array, milliseconds: number, work: (peer: Peer) => Promise<T>) => {
    try {
      return await readers.use(async (reader) => {
        await writeFile(join(reader.folder, uploadName), content);
        return reader.work(milliseconds, {}, work);
      }, milliseconds);
    } catch (error) {
      return { findings: [failureFinding(failureForRequest(error), milliseconds)] };
    }
  };
  return {
    check: (zip, order) =>
      contained(zip, maxCheckMilliseconds, async (peer) =>
        expected(prescriptionCheckSchema, await peer.ask('check', order)),
      ),

    async inspect(content, order) {
      return orRefused(await contained(content, maxInspectMilliseconds, (peer) => inspected(peer, order))).inspection;
    },

    async write(content, { to, target, ...order }) {
      const name = order.fileName.replace(/\.[^.]*$/, '');
      const written = await contained(content, maxInspectMilliseconds, async (peer) => {
        const answer = await inspected(peer, order);
        if (!('inspection' in answer)) return answer;
        if (isUnfit(answer.inspection)) return { findings: answer.inspection.findings };
        return expected(convertedSchema, await peer.ask('convert', { to, target, name }));
      });
      return Buffer.from(orRefused(written).content, 'base64');
    },
  };
}

async function inspected(peer: Peer, order: InspectionOrder): Promise<z.infer<typeof inspectedSchema>> {
  return expected(inspectedSchema, await peer.ask('inspect', order));
}

function orRefused<T extends { inspection: Inspection } | { content: string }>(
  answer: T | { findings: PrescriptionFinding[] },
): T {
  if ('inspection' in answer || 'content' in answer) return answer as T;
  refuseUnfit(answer as { findings: PrescriptionFinding[] });
  throw new Error('a prescription without an error was not read');
}

function failureFinding({ reason, message, megabytes }: ContainedFailure, milliseconds: number): PrescriptionFinding {
  const reasons = {
    error: `It could not be read: ${message}.`,
    deadline: `Reading it was ended after ${milliseconds / 1_000} s.`,
    memory: `Reading it took more than ${megabytes} MB of memory.`,
    crash: 'Each of several attempts to read it ended its reader.',
  };
  return finding('readingFailed', {}, { reason: reasons[reason] });
}
