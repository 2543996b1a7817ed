import { notFound, Problem } from '../../../domain/errors.ts';
import type { OpenSession } from '../../../domain/uploads/session-store.ts';
import type { UploadSession } from '../../../domain/uploads/upload-session.ts';
import type { UploadsServices } from './services.ts';

/** The session with this id, its status EXPIRED once its time is over. */
export async function existingSession(
  ownerId: string,
  id: string,
  { sessions, users, clock }: UploadsServices,
): Promise<OpenSession> {
  const found = await sessions.get(ownerId, id);
  if (!found || !(await users.get(ownerId, found.session.svcUserId))) throw notFound('upload session', id);
  const { session } = found;
  const expired = session.status === 'OPEN' && Date.parse(session.expiresAt) <= clock.now();
  return expired ? { ...found, session: { ...session, status: 'EXPIRED' } } : found;
}

/** The same, refusing one that is not open any more. */
export async function openSession(ownerId: string, id: string, services: UploadsServices): Promise<OpenSession> {
  const found = await existingSession(ownerId, id, services);
  refuseUnlessOpen(found.session);
  return found;
}

export function refuseUnlessOpen({ status }: UploadSession): void {
  if (status === 'OPEN') return;
  throw new Problem('conflict', `The upload session is ${status}. Begin a new one.`, {
    errorKey: 'uploadSessionNotOpen',
  });
}
