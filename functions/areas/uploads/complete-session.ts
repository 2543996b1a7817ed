import type { Owner } from '../../../domain/access/owner.ts';
import { completeParts } from '../../../domain/uploads/complete-parts.ts';
import type { OpenSession } from '../../../domain/uploads/session-store.ts';
import type { Handler } from '../../http/exchange.ts';
import type { uploadsApi } from './api.ts';
import { existingSession, refuseUnlessOpen } from './open-session.ts';
import type { UploadsServices } from './services.ts';
import { knownRecord, newRecord, type SessionRecord, shownRecord } from './session-record.ts';

/** Completing again answers the same record: the first answer may have been lost on its way. */
export const completeSession: Handler<typeof uploadsApi.operations.completeSession, UploadsServices> = async (
  { params, owner, request },
  services,
) => {
  const found = await existingSession(owner.id, params.sessionId, services);
  const known = await knownRecord(owner.id, found.session, services);
  const isDone = known && found.session.status === 'COMPLETED';
  const record = isDone ? known : await finish(owner, found, known, services);
  const { location, body } = shownRecord(request, record);
  return { status: 201, headers: { location }, body };
};

/**
 * The record comes first, then the file, then the session's end. Whatever is cut short between them,
 * completing again goes on from there.
 */
async function finish(
  owner: Owner,
  { session, objectKey, multipartId }: OpenSession,
  known: SessionRecord | undefined,
  services: UploadsServices,
): Promise<SessionRecord> {
  refuseUnlessOpen(session);
  const arrived = await services.multiparts.parts(objectKey, multipartId);
  const parts = known && !arrived ? undefined : completeParts(session, arrived ?? []);
  const record = known ?? (await newRecord(owner, session, services));
  if (parts) await services.multiparts.complete(objectKey, multipartId, parts);
  await services.sessions.close(owner.id, session.id, 'COMPLETED');
  await services.sessionSlots.free(owner.id, session.id);
  return record;
}
