import { workIn } from '../../../domain/operations/recorded-work.ts';
import { unlessDeleted } from '../../queue/unless-deleted.ts';
import type { ProcessingServices } from './services.ts';

export type RegroupingServices = Pick<ProcessingServices, 'machineFiles' | 'fieldWork' | 'changedFields' | 'queue'>;

/** Lets the field operations follow a file that has ended; idempotent when the message is delivered again. */
export async function enqueueRegrouping(
  ownerId: string,
  fileId: string,
  { machineFiles, fieldWork, changedFields, queue }: RegroupingServices,
): Promise<void> {
  const file = await machineFiles.get(ownerId, fileId);
  if (!file || file.sources || file.status === 'processing') return;
  const { svcUserId, fields, boxes = {}, leftFields = [] } = file;
  const owner = { ownerId, svcUserId };
  const changed = [...fields, ...leftFields];
  if (changed.length === 0) return;
  await unlessDeleted(async () => {
    if (!(await fieldWork.noteFile(owner, { id: fileId, boxes, leftFields, work: workIn(file) }))) return;
    await changedFields.note(
      owner,
      changed.map((id) => ({ fieldId: id })),
    );
    await queue.send({ step: 'group', ...owner });
  });
}
