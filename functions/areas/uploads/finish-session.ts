import type { Owner } from '../../../domain/access/owner.ts';
import { Problem } from '../../../domain/errors.ts';
import type { OpenSession } from '../../../domain/uploads/session-store.ts';
import type { UploadSession } from '../../../domain/uploads/upload-session.ts';
import { completeParts, filesOf } from '../../../domain/uploads/upload-session.ts';
import { arrivedParts } from './arrived-parts.ts';
import type { UploadsServices } from './services.ts';
import { newRecord, type SessionRecord } from './session-record.ts';
import { freeSessionSlots, heldBy } from './session-slots.ts';

/**
 * The record comes first, then the file, then the session's end. Whatever is cut short between them,
 * completing again goes on from there.
 */
export async function finishSession(
  owner: Owner,
  open: OpenSession,
  known: SessionRecord | undefined,
  services: UploadsServices,
): Promise<SessionRecord> {
  const { session } = open;
  refuseUnlessOpen(session);
  const arrived = await arrivedParts(open, services.multiparts);
  // A record that is there says that all parts were, and files without parts were completed since.
  const isDone = (index: number) => known !== undefined && arrived[index] === undefined;
  const files = filesOf(session);
  const missing = files.filter((_, index) => !isDone(index));
  const parts = completeParts(
    session,
    arrived.flatMap((some) => some ?? []),
    missing,
  );
  const record = known ?? (await newRecord(owner, open, services));
  for (const [index, { firstPart, partCount }] of files.entries()) {
    const upload = open.uploads[index];
    if (!upload || isDone(index)) continue;
    const own = parts.filter(({ partNumber }) => partNumber >= firstPart && partNumber < firstPart + partCount);
    const numbered = own.map((part) => ({ ...part, partNumber: part.partNumber - firstPart + 1 }));
    await services.multiparts.complete(upload.objectKey, upload.multipartId, numbered);
  }
  await services.sessions.close(owner.id, session.id, 'COMPLETED');
  await freeSessionSlots(services.sessionSlots, heldBy(owner.id, open));
  return record;
}

export function refuseUnlessOpen({ status }: UploadSession): void {
  if (status === 'OPEN') return;
  throw new Problem('conflict', `The upload session is ${status}. Start a new one.`, {
    errorKey: 'uploadSessionNotOpen',
  });
}
