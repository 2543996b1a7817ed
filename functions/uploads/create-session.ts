import { timestamp } from '../../domain/clock.ts';
import { incomingKey, incomingKinds } from '../../domain/files/object-keys.ts';
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
  const { farmId, provider, ...members } = body;
  const now = clock.now();
  const session: UploadSession = {
    ...members,
    ...(farmId !== undefined && { farmId }),
    ...(provider !== undefined && { provider }),
    ...partsOf(body.sizeBytes),
    id: newId(),
    status: 'OPEN',
    createdTime: timestamp(now),
    expiresAt: timestamp(now + sessionSeconds * 1000),
  };
  const kind = incomingKinds[body.target];
  const objectKey = incomingKey(owner.id, session.svcUserId, session.id, session.fileName, kind);
  await sessions.create(owner.id, { session, objectKey, multipartId: await multiparts.begin(objectKey) });
  const headers = { location: `${request.base}${uploadsApi.base}/upload-sessions/${session.id}` };
  return { status: 201, headers, body: session };
};
