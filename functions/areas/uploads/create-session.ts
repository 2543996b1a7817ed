import { timestamp } from '../../../domain/clock.ts';
import { incomingKey, incomingKinds } from '../../../domain/files/object-keys.ts';
import { partsOf, sessionSeconds, type UploadSession } from '../../../domain/uploads/upload-session.ts';
import type { Handler } from '../../http/exchange.ts';
import type { UploadsServices } from './services.ts';
import type { sessionEndpoints } from './session-endpoints.ts';
import { freeSessionSlots, heldBy, takeSessionSlots } from './session-slots.ts';

export const createSession: Handler<typeof sessionEndpoints.createSession, UploadsServices> = async (
  { body, owner, link },
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
  const held = heldBy(owner.id, { session, linkId: link?.id });
  await takeSessionSlots(sessionSlots, held);
  try {
    const multipartId = await multiparts.begin(objectKey);
    await sessions.create(owner.id, { session, objectKey, multipartId, linkId: link?.id });
  } catch (error) {
    await freeSessionSlots(sessionSlots, held);
    throw error;
  }
  return { status: 201, body: session };
};
