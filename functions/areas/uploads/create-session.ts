import { timestamp } from '../../../domain/clock.ts';
import { Problem } from '../../../domain/errors.ts';
import { incomingKey, incomingKinds } from '../../../domain/files/object-keys.ts';
import {
  maxOpenSessions,
  partsOf,
  sessionSeconds,
  type UploadSession,
} from '../../../domain/uploads/upload-session.ts';
import type { Handler } from '../../http/exchange.ts';
import type { UploadsServices } from './services.ts';
import type { sessionEndpoints } from './session-endpoints.ts';

export const createSession: Handler<typeof sessionEndpoints.createSession, UploadsServices> = async (
  { body, owner },
  services,
) => {
  const { clock, multiparts, newId, sessions, sessionSlots } = services;
  const { farmId, provider, crop, ...members } = body;
  const now = clock.now();
  const session: UploadSession = {
    ...members,
    ...(farmId !== undefined && { farmId }),
    ...(provider !== undefined && { provider }),
    ...(crop !== undefined && { crop }),
    ...partsOf(body.sizeBytes),
    id: newId(),
    status: 'OPEN',
    createdTime: timestamp(now),
    expiresAt: timestamp(now + sessionSeconds * 1000),
  };
  const kind = incomingKinds[body.target];
  const objectKey = incomingKey(owner.id, session.svcUserId, session.id, session.fileName, kind);
  const place = await sessionSlots.take(owner.id, maxOpenSessions, sessionSeconds * 1000, session.id);
  if (!place) throw tooMany();
  try {
    await sessions.create(owner.id, { session, objectKey, multipartId: await multiparts.begin(objectKey) });
  } catch (error) {
    await place.free();
    throw error;
  }
  return { status: 201, body: session };
};

function tooMany(): Problem {
  return new Problem(
    'rateLimited',
    `${maxOpenSessions} upload sessions of this account are open, which is as many as may be. Complete some of them, or give them up with DELETE; each ends by itself after ${sessionSeconds / 3600} hours.`,
    { errorKey: 'tooManyUploadSessions', retryAfterSeconds: 60 },
  );
}
