import type { Owner } from '../../../domain/access/owner.ts';
import { Problem } from '../../../domain/errors.ts';
import type { OpenSession } from '../../../domain/uploads/session-store.ts';
import type { UploadSession } from '../../../domain/uploads/upload-session.ts';
import { completeParts } from '../../../domain/uploads/upload-session.ts';
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
  const { session, objectKey, multipartId } = open;
  refuseUnlessOpen(session);
  const arrived = await services.multiparts.parts(objectKey, multipartId);
  const parts = known && !arrived ? undefined : completeParts(session, arrived ?? []);
  const record = known ?? (await newRecord(owner, session, services));
  if (parts) await services.multiparts.complete(objectKey, multipartId, parts);
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
