import type { PeekedMessage } from '../../../domain/events/message-queue.ts';
import { type GivingUpServices as GivingUpUpload, giveUpUpload } from '../convert-boundaries/give-up-upload.ts';
import { conversionsOf } from '../convert-boundaries/messages.ts';
import { type GivingUpServices as GivingUpFiles, giveUpBatch, giveUpFile } from '../process-machine-files/give-up.ts';
import { workOf } from '../process-machine-files/messages.ts';

/** Clocks of services may differ by less than this; a message is sent when its record waits, and dies minutes later. */
const clockSlackMilliseconds = 60_000;

export interface DeadLetterServices {
  /** What lies in the queues of dead letters. It stays there, for a person to look at. */
  deadLetters: Record<'conversions' | 'machineFiles', () => Promise<PeekedMessage[]>>;
  conversion: GivingUpUpload;
  processing: GivingUpFiles;
}

/** Ends uploads, batches and machine files whose message became a dead letter: nothing would work on them any more. */
export async function endDeadLetters(services: DeadLetterServices): Promise<number> {
  const { deadLetters } = services;
  let ended = 0;
  for (const { body } of await deadLetters.conversions()) ended += await endUploads(body, services.conversion);
  for (const message of await deadLetters.machineFiles()) ended += await endMachineFiles(message, services.processing);
  return ended;
}

async function endUploads(body: string, services: GivingUpUpload): Promise<number> {
  let ended = 0;
  for (const { ownerId, uploadId } of conversionsOf(body)) {
    const upload = await services.uploads.get(ownerId, uploadId);
    if (upload?.status !== 'RECEIVED') continue;
    await giveUpUpload(ownerId, upload, services);
    ended += 1;
  }
  return ended;
}

/** What was set to work again after the message was sent has another one. */
async function endMachineFiles({ body, sentAt }: PeekedMessage, services: GivingUpFiles): Promise<number> {
  const isOf = (since: string) => Date.parse(since) <= sentAt + clockSlackMilliseconds;
  let ended = 0;
  for (const work of workOf(body)) {
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
  return ended;
}
