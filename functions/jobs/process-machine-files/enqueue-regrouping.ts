import { workIn } from '../../../domain/operations/recorded-work.ts';
import type { ProcessingServices } from './services.ts';

export type TellingServices = Pick<ProcessingServices, 'machineFiles' | 'fieldWork' | 'queue'>;

/** Lets the field operations follow a file that has ended; idempotent when the message is delivered again. */
export async function enqueueRegrouping(
  ownerId: string,
  fileId: string,
  { machineFiles, fieldWork, queue }: TellingServices,
): Promise<void> {
  const file = await machineFiles.get(ownerId, fileId);
  if (!file || file.sources || file.status === 'processing') return;
  const { svcUserId, fields, boxes = {}, leftFields = [] } = file;
  const owner = { ownerId, svcUserId };
  const changed = [...fields, ...leftFields];
  if (changed.length === 0) return;
  const noted = { id: fileId, boxes, leftFields, work: workIn(file) };
  const isThere = (await fieldWork.noteFile(owner, noted)) && (await fieldWork.changed(owner, changed));
  if (isThere) await queue.send({ step: 'group', ...owner });
}
