import { timestamp } from '../../domain/clock.ts';
import { incomingKey } from '../../domain/files/object-keys.ts';
import { partsOf, sessionSeconds, type UploadSession } from '../../domain/uploads/upload-session.ts';
import type { Handler } from '../http/exchange.ts';
import { uploadsApi } from './api.ts';
import { existingTarget } from './receive.ts';
import type { UploadsServices } from './services.ts';

export const createSession: Handler<typeof uploadsApi.operations.createSession, UploadsServices> = async (
  { body, owner, request },
  services,
) => {
  const { clock, multiparts, newId, sessions } = services;
  await existingTarget(owner.id, body, services);
  const { farmId, ...members } = body;
  const now = clock.now();
  const session: UploadSession = {
    ...members,
    ...(farmId !== undefined && { farmId }),
    ...partsOf(body.sizeBytes),
    id: newId(),
    status: 'OPEN',
    createdTime: timestamp(now),
    expiresAt: timestamp(now + sessionSeconds * 1000),
  };
  const objectKey = incomingKey(owner.id, session.svcUserId, session.id, session.fileName);
  await sessions.create(owner.id, { session, objectKey, multipartId: await multiparts.begin(objectKey) });
  const headers = { location: `${request.base}${uploadsApi.base}/upload-sessions/${session.id}` };
  return { status: 201, headers, body: session };
};
