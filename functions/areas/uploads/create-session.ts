import { timestamp } from '../../../domain/clock.ts';
import { Problem } from '../../../domain/errors.ts';
import { incomingKey, incomingKinds } from '../../../domain/files/object-keys.ts';
import { ClaimLost } from '../../../domain/idempotency.ts';
import { limits } from '../../../domain/limits.ts';
import type { OpenUpload } from '../../../domain/uploads/session-store.ts';
import {
  filesOf,
  isForRequest,
  partsOf,
  partsOfFiles,
  type UploadSession,
} from '../../../domain/uploads/upload-session.ts';
import type { Handler } from '../../http/exchange.ts';
import type { UploadsServices } from './services.ts';
import type { sessionEndpoints } from './session-endpoints.ts';
import { freeSessionSlots, heldBy, takeSessionSlots } from './session-slots.ts';

export const createSession: Handler<typeof sessionEndpoints.createSession, UploadsServices> = async (
  { body, owner, link, apiKey, once },
  services,
) => {
  const { clock, newId, sessions, sessionSlots } = services;
  const { farmId, provider, crop, soil, prescription, files, fileName = '', sizeBytes = 0, ...members } = body;
  if (apiKey && (prescription || isForRequest(body.target))) {
    const detail = `Files with the target ${body.target} are for requests of the owner of the account, which take no API key.`;
    throw new Problem('forbidden', detail);
  }
  const newSession = (now: number): UploadSession => ({
    ...members,
    ...(farmId !== undefined && { farmId }),
    ...(provider !== undefined && { provider }),
    ...(crop !== undefined && { crop }),
    ...(soil !== undefined && { soil }),
    ...(prescription !== undefined && { prescription }),
    ...(files ? partsOfFiles(files) : { fileName, sizeBytes, ...partsOf(sizeBytes) }),
    id: newId(),
    status: 'OPEN',
    createdTime: timestamp(now),
    expiresAt: timestamp(now + limits.uploadSessionSeconds * 1000),
  });
  return once<UploadSession>(
    async (commit, { isRepeated }) => {
      const session = newSession(clock.now());
      const held = heldBy(owner.id, { session, linkId: link?.id });
      // A run that died may have taken slots for the same session.
      if (isRepeated) await freeSessionSlots(sessionSlots, held);
      await takeSessionSlots(sessionSlots, held);
      try {
        const open = { session, uploads: await beginUploads(owner.id, session, services), linkId: link?.id };
        await sessions.create(owner.id, open, await commit(session));
      } catch (error) {
        // The slots of a run that lost its claim are those of the run that has it.
        if (!(error instanceof ClaimLost)) await freeSessionSlots(sessionSlots, held);
        throw error;
      }
      return session;
    },
    (session) => ({ status: 201, body: session }),
  );
};

/** A zip of soil results is named by its entry of the batch, so that it finds the entry when it arrives. */
function beginUploads(
  ownerId: string,
  session: UploadSession,
  { multiparts, derivedId }: UploadsServices,
): Promise<OpenUpload[]> {
  const { id, svcUserId, target } = session;
  return Promise.all(
    filesOf(session).map(async ({ fileName }, index) => {
      const name = target === 'soilSamples' ? derivedId(id, 'soil', index) : fileName;
      const objectKey = incomingKey(ownerId, svcUserId, id, name, incomingKinds[target]);
      return { objectKey, multipartId: await multiparts.begin(objectKey) };
    }),
  );
}
