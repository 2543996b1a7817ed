import { Problem } from '../../../domain/errors.ts';
import type { Handler } from '../../http/exchange.ts';
import type { uploadsApi } from './api.ts';
import { existingSession } from './open-session.ts';
import type { UploadsServices } from './services.ts';

export const abortSession: Handler<typeof uploadsApi.operations.abortSession, UploadsServices> = async (
  { params, owner },
  services,
) => {
  const { session, objectKey, multipartId } = await existingSession(owner.id, params.sessionId, services);
  if (session.status === 'COMPLETED') {
    throw new Problem('conflict', 'The upload session was completed; its file is an upload now.', {
      errorKey: 'uploadSessionNotOpen',
    });
  }
  await services.sessions.close(owner.id, session.id, 'ABORTED');
  await services.multiparts.abort(objectKey, multipartId);
  await services.sessionSlots.free(owner.id, session.id);
  return { status: 204 };
};
