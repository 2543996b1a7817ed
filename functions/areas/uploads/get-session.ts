import type { Handler } from '../../http/exchange.ts';
import type { uploadsApi } from './api.ts';
import { existingSession } from './open-session.ts';
import type { UploadsServices } from './services.ts';

export const getSession: Handler<typeof uploadsApi.operations.getSession, UploadsServices> = async (
  { params, owner },
  services,
) => {
  const { session, objectKey, multipartId } = await existingSession(owner.id, params.sessionId, services);
  const parts = session.status === 'OPEN' ? await services.multiparts.parts(objectKey, multipartId) : [];
  return { status: 200, body: { ...session, parts: parts ?? [] } };
};
