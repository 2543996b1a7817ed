import { completeParts } from '../../domain/uploads/complete-parts.ts';
import type { Handler } from '../http/exchange.ts';
import type { uploadsApi } from './api.ts';
import { openSession } from './open-session.ts';
import { receive } from './receive.ts';
import type { UploadsServices } from './services.ts';
import { shownUpload, uploadPath } from './show.ts';

/**
 * The record comes first, then the file, then the session's end. Whatever is cut short between them,
 * completing again goes on from there.
 */
export const completeSession: Handler<typeof uploadsApi.operations.completeSession, UploadsServices> = async (
  { params, owner, request },
  services,
) => {
  const { session, objectKey, multipartId } = await openSession(owner.id, params.sessionId, services);
  const arrived = await services.multiparts.parts(objectKey, multipartId);
  const { id, svcUserId, farmId, fileName, sizeBytes } = session;
  const known = await services.uploads.get(owner.id, id);
  const parts = known && !arrived ? undefined : completeParts(session, arrived ?? []);
  const upload = known ?? (await receive(owner.id, { id, svcUserId, farmId, fileName, sizeBytes }, services));
  if (parts) await services.multiparts.complete(objectKey, multipartId, parts);
  await services.sessions.close(owner.id, id, 'COMPLETED');
  const headers = { location: `${request.base}${uploadPath(id)}` };
  return { status: 201, headers, body: shownUpload(request, upload) };
};
