import { givenUpMilliseconds } from '../../../domain/machine-files/received-batch.ts';
import { type GivingUpServices, giveUpBatch, giveUpFile } from '../process-machine-files/give-up.ts';

/**
 * Sends the messages of files that have not ended in time again, less often the longer they wait; ends those that have waited for half a
 * day, and batches whose upload never came or that were left when their last file had ended.
 */
export async function failOverdueMachineFiles(services: GivingUpServices): Promise<number> {
  const { batches, machineFiles, queue, clock } = services;
  const now = clock.now();
  const files = await machineFiles.overdue(now);
  for (const { ownerId, file } of files) {
    const waited = now - Date.parse(file.updatedTime);
    if (waited >= givenUpMilliseconds) await giveUpFile(ownerId, file, services);
    else {
      await machineFiles.setDeadline(ownerId, file.id, now + waited);
      await queue.send({ step: 'process', ownerId, fileId: file.id });
    }
  }
  const left = await batches.overdue(now);
  for (const { ownerId, batch } of left) await giveUpBatch(ownerId, batch, services);
  return files.length + left.length;
}
