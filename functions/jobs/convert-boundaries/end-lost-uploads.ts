import type { PeekedMessage } from '../../../domain/events/message-queue.ts';
import { readMessages } from '../../queue/read-messages.ts';
import { type GivingUpServices, giveUpUpload } from './give-up-upload.ts';
import { arrivedUpload, conversionMessage } from './messages.ts';

/** Ends uploads that stayed RECEIVED past their deadline: their file never came, and no message will. */
export async function failOverdueUploads(services: GivingUpServices): Promise<number> {
  const { uploads, clock } = services;
  const overdue = await uploads.overdue(clock.now());
  for (const { ownerId, upload } of overdue) await giveUpUpload(ownerId, upload, services);
  return overdue.length;
}

/** Ends uploads whose message became a dead letter: no worker will convert them. @returns how many. */
export async function endDeadUploads(
  deadLetters: readonly PeekedMessage[],
  services: GivingUpServices,
): Promise<number> {
  const asked = deadLetters.flatMap(({ body }) => readMessages(body, conversionMessage, arrivedUpload).asked);
  let ended = 0;
  for (const { ownerId, uploadId } of asked) {
    const upload = await services.uploads.get(ownerId, uploadId);
    if (upload?.status !== 'RECEIVED') continue;
    await giveUpUpload(ownerId, upload, services);
    ended += 1;
  }
  return ended;
}
