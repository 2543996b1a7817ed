import { timestamp } from '../../../domain/clock.ts';
import { invalid, Problem } from '../../../domain/errors.ts';
import type { OpenUpload } from '../../../domain/uploads/session-store.ts';
import { partSize, placeOfPart } from '../../../domain/uploads/upload-session.ts';
import type { Handlers } from '../../http/exchange.ts';
import { arrivedParts } from './arrived-parts.ts';
import { createSession } from './create-session.ts';
import { finishSession, refuseUnlessOpen } from './finish-session.ts';
import type { UploadsServices } from './services.ts';
import type { sessionEndpoints } from './session-endpoints.ts';
import { knownRecord, shownRecord } from './session-record.ts';
import { freeSessionSlots, heldBy } from './session-slots.ts';

export const sessionHandlers: Handlers<typeof sessionEndpoints, UploadsServices> = {
  createSession,

  async getSession({ found }, { multiparts }) {
    const { session } = found.session;
    const arrived = session.status === 'OPEN' ? await arrivedParts(found.session, multiparts) : [];
    return { status: 200, body: { ...session, parts: arrived.flatMap((parts) => parts ?? []) } };
  },

  async signParts({ found, body }, { multiparts }) {
    const { session, uploads } = found.session;
    refuseUnlessOpen(session);
    const beyond = body.partNumbers.find((number) => number > session.partCount);
    if (beyond)
      throw invalid('#/partNumbers', `The session has ${session.partCount} parts; there is no part ${beyond}.`);
    const parts = body.partNumbers.map(async (partNumber) => {
      const sizeBytes = partSize(session, partNumber);
      const place = placeOfPart(session, partNumber);
      const { objectKey, multipartId } = uploads[place.index] as OpenUpload;
      const part = { partNumber: place.partNumber, sizeBytes };
      const { url, expiresAt } = await multiparts.signPart(objectKey, multipartId, part);
      return { partNumber, url, expiresAt: timestamp(expiresAt) };
    });
    return { status: 200, body: { parts: await Promise.all(parts) } };
  },

  /** Completing again answers the same record: the first answer may have been lost on its way. */
  async completeSession({ found, owner, request }, services) {
    const { session } = found.session;
    const known = await knownRecord(owner.id, found.session, services);
    const isDone = known && session.status === 'COMPLETED';
    const record = isDone ? known : await finishSession(owner, found.session, known, services);
    return { status: 201, ...shownRecord(request, record) };
  },

  async abortSession({ found, owner }, { sessions, multiparts, sessionSlots }) {
    const { session, uploads } = found.session;
    if (session.status === 'COMPLETED') {
      throw new Problem('conflict', 'The upload session was completed; its file is an upload now.', {
        errorKey: 'uploadSessionNotOpen',
      });
    }
    await sessions.close(owner.id, session.id, 'ABORTED');
    for (const { objectKey, multipartId } of uploads) await multiparts.abort(objectKey, multipartId);
    await freeSessionSlots(sessionSlots, heldBy(owner.id, found.session));
    return { status: 204 };
  },
};
