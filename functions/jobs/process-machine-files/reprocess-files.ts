import { isUserNotFound } from '../../../domain/errors.ts';
import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import { fileDeadline } from '../../../domain/machine-files/received-batch.ts';
import { setToWork } from '../../../domain/machine-files/set-to-work.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';
import type { Message } from '../../queue/sqs-worker.ts';
import type { ReprocessMessage } from './messages.ts';
import type { ProcessingServices } from './services.ts';

/** Enough to set one file to work and ask for the next round. */
const stopBeforeEndMilliseconds = 30_000;

/**
 * Starts processing again for the files of a user that have ended and have not changed since the request. Files that are being processed are left
 * alone, which includes those that an earlier attempt of the same message has started.
 */
export async function reprocessFiles(
  asked: ReprocessMessage,
  message: Message,
  services: ProcessingServices,
): Promise<void> {
  const { ownerId, svcUserId, ids, askedTime } = asked;
  const { machineFiles, queue } = services;
  const files = ids ? await machineFiles.many(ownerId, ids) : machineFiles.each(ownerId, svcUserId);
  for await (const file of files) {
    if (file.status === 'processing' || file.updatedTime > askedTime) continue;
    if (message.remainingMilliseconds() < stopBeforeEndMilliseconds) return queue.send(asked);
    await restartFile(ownerId, file, services, 'request');
  }
}

/** Takes a file that has ended through its steps again; a file that was deleted with its user meanwhile is skipped. */
export async function restartFile(
  ownerId: string,
  file: MachineFile,
  { machineFiles, queue, clock }: Pick<ProcessingServices, 'machineFiles' | 'queue' | 'clock'>,
  by: 'request' | 'change',
): Promise<void> {
  const now = clock.now();
  try {
    const deadline = fileDeadline(now);
    if (!(await machineFiles.restart(ownerId, setToWork(file, now, by), file.status, deadline))) return;
  } catch (error) {
    if (!isUserNotFound(error)) throw error;
    return;
  }
  await queue.send({ step: 'process', ownerId, fileId: file.id });
}

/** Processes the files again whose points were those of a file that has lost them: its provider has replaced the content, or has taken it away. */
export async function processDuplicatesAgain(
  { ownerId, svcUserId }: UserSubject,
  fileId: string,
  services: Pick<ProcessingServices, 'machineFiles' | 'queue' | 'clock'>,
): Promise<void> {
  for await (const file of services.machineFiles.each(ownerId, svcUserId)) {
    if (file.duplicateOf === fileId && file.status !== 'processing')
      await restartFile(ownerId, file, services, 'change');
  }
}
