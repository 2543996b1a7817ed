import * as z from 'zod';
import type { RequestEnds, RequestedFile } from '../../domain/parser-attempts.ts';
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
import type { Peer } from '../containment/peer.ts';
import { readInRequest } from '../containment/read-in-request.ts';
import { uploadName } from './prescription-services.ts';

/** A function answers within 29 s, and a prescription that was checked has to be sent as well. */
const checking = { name: uploadName, milliseconds: 13_000, processorMilliseconds: 11_000 };
const inspecting = { name: uploadName, milliseconds: 24_000, processorMilliseconds: 20_000 };

const findings = z.object({ findings: z.array(prescriptionFindingSchema) });
const inspectedSchema = z.union([z.object({ inspection: inspectionSchema }), findings]);
const convertedSchema = z.union([z.object({ content: z.base64() }), findings]);

/**
 * Reads each prescription in a contained process, which ends with it.
 *
 * @example const reader = prescriptionReader(fileReaders('read-prescription'), ends); // at module level
 */
export function prescriptionReader(readers: ContainedReaders, ends: RequestEnds): PrescriptionReader {
  /** Works with a process that has the content as its upload. What ends the process each time becomes a finding. */
  const contained = async <T>(file: RequestedFile, reading: typeof checking, work: (peer: Peer) => Promise<T>) => {
    const read = await readInRequest({ readers, ends }, file, reading, work);
    if ('answer' in read) return read.answer;
    return { findings: [failureFinding(read.failure, reading.processorMilliseconds / 1_000)] };
  };
  return {
    check: (file, order) =>
      contained(file, checking, async (peer) => expected(prescriptionCheckSchema, await peer.ask('check', order))),

    async inspect(file, order) {
      return orRefused(await contained(file, inspecting, (peer) => inspected(peer, order))).inspection;
    },

    async write(file, { to, target, ...order }) {
      const name = order.fileName.replace(/\.[^.]*$/, '');
      const written = await contained(file, inspecting, async (peer) => {
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

function failureFinding({ reason, message, megabytes }: ContainedFailure, seconds: number): PrescriptionFinding {
  const reasons = {
    error: `It could not be read: ${message}.`,
    deadline: `Reading it was ended after ${seconds} s of a processor.`,
    memory: `Reading it took more than ${megabytes} MB of memory.`,
    crash: 'Each of several attempts to read it ended its reader.',
  };
  return finding('readingFailed', {}, { reason: reasons[reason] });
}
