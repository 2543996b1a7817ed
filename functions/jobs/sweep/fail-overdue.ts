import { type GivingUpServices, giveUpUpload } from '../convert-boundaries/give-up-upload.ts';

/** Ends uploads that stayed RECEIVED past their deadline: their file never came. Nobody else would, and a grower would wait for ever. */
export async function failOverdue(services: GivingUpServices): Promise<number> {
  const { uploads, clock } = services;
  const overdue = await uploads.overdue(clock.now());
  for (const { ownerId, upload } of overdue) await giveUpUpload(ownerId, upload, services);
  return overdue.length;
}
