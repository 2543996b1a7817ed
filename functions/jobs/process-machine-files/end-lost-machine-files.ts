import type { PeekedMessage } from '../../../domain/events/message-queue.ts';
import { givenUpMilliseconds } from '../../../domain/machine-files/received-batch.ts';
import { readMessages } from '../../queue/read-messages.ts';
import { type GivingUpServices, giveUpBatch, giveUpFile } from './give-up.ts';
import { arrivedBatch, machineFileMessage } from './messages.ts';

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

/** Clocks of services may differ by less than this; a message is sent when its record waits, and dies minutes later. */
const clockSlackMilliseconds = 60_000;

/**
 * Ends batches and machine files whose message became a dead letter: no worker will go on with them. Those that were set to work again
 * after that message was sent have another one.
 *
 * @returns how many.
 */
export async function endDeadMachineFiles(
  deadLetters: readonly PeekedMessage[],
  services: GivingUpServices,
): Promise<number> {
  let ended = 0;
  for (const { body, sentAt } of deadLetters) {
    const isOf = (since: string) => Date.parse(since) <= sentAt + clockSlackMilliseconds;
    for (const work of readMessages(body, machineFileMessage, arrivedBatch).asked) {
      if (work.step === 'inspect') {
        const batch = await services.batches.get(work.ownerId, work.batchId);
        if (batch?.status !== 'RECEIVED' || !isOf(batch.askedTime ?? batch.uploadTimestamp)) continue;
        await giveUpBatch(work.ownerId, batch, services);
      } else if (work.step === 'process') {
        const file = await services.machineFiles.get(work.ownerId, work.fileId);
        if (file?.status !== 'processing' || !isOf(file.updatedTime)) continue;
        await giveUpFile(work.ownerId, file, services);
      } else continue;
      ended += 1;
    }
  }
  return ended;
}
