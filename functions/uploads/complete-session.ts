import { completeParts } from '../../domain/uploads/complete-parts.ts';
import type { OpenSession } from '../../domain/uploads/session-store.ts';
import type { Upload } from '../../domain/uploads/upload.ts';
import type { Handler } from '../http/exchange.ts';
import type { uploadsApi } from './api.ts';
import { existingSession, refuseUnlessOpen } from './open-session.ts';
import { receive } from './receive.ts';
import type { UploadsServices } from './services.ts';
import { shownUpload, uploadPath } from './show.ts';

/** Completing again answers the same upload: the first answer may have been lost on its way. */
export const completeSession: Handler<typeof uploadsApi.operations.completeSession, UploadsServices> = async (
  { params, owner, request },
  services,
) => {
  const found = await existingSession(owner.id, params.sessionId, services);
  const { id, status } = found.session;
  const known = await services.uploads.get(owner.id, id);
  const upload = known && status === 'COMPLETED' ? known : await finish(owner.id, found, known, services);
  const headers = { location: `${request.base}${uploadPath(id)}` };
  return { status: 201, headers, body: shownUpload(request, upload) };
};

/**
 * The record comes first, then the file, then the session's end. Whatever is cut short between them,
 * completing again goes on from there.
 */
async function finish(
  ownerId: string,
  { session, objectKey, multipartId }: OpenSession,
  known: Upload | undefined,
  services: UploadsServices,
): Promise<Upload> {
  refuseUnlessOpen(session);
  const arrived = await services.multiparts.parts(objectKey, multipartId);
  const { id, svcUserId, farmId, fileName, sizeBytes } = session;
  const parts = known && !arrived ? undefined : completeParts(session, arrived ?? []);
  const upload = known ?? (await receive(ownerId, { id, svcUserId, farmId, fileName, sizeBytes }, services));
  if (parts) await services.multiparts.complete(objectKey, multipartId, parts);
  await services.sessions.close(ownerId, id, 'COMPLETED');
  return upload;
}
