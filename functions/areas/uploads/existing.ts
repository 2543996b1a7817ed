import type { Clock } from '../../../domain/clock.ts';
import type { FieldDirectory } from '../../../domain/fields/field-store.ts';
import type { OpenSession, SessionStore } from '../../../domain/uploads/session-store.ts';
import type { Upload } from '../../../domain/uploads/upload.ts';
import type { UploadStore } from '../../../domain/uploads/upload-store.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import { type Finder, ofExistingUser, orNotFound } from '../../http/existence.ts';

interface Users {
  users: Pick<UserDirectory, 'get'>;
}

/** The upload, unless it, or its user, is not there. */
export const uploadInPath: Finder<
  { params: { uploadId: string } },
  Users & { uploads: Pick<UploadStore, 'get'> },
  Upload
> = async ({ ownerId, params: { uploadId } }, { uploads, users }) =>
  ofExistingUser(ownerId, await uploads.get(ownerId, uploadId), users, ['upload', uploadId]);

/** The session, its status EXPIRED once its time is over. */
export const sessionInPath: Finder<
  { params: { sessionId: string } },
  Users & { sessions: Pick<SessionStore, 'get'>; clock: Clock },
  OpenSession
> = async ({ ownerId, params: { sessionId } }, { sessions, users, clock }) => {
  const found = orNotFound(await sessions.get(ownerId, sessionId), 'upload session', sessionId);
  const { session } = found;
  orNotFound(await users.get(ownerId, session.svcUserId), 'upload session', sessionId);
  const expired = session.status === 'OPEN' && Date.parse(session.expiresAt) <= clock.now();
  return expired ? { ...found, session: { ...session, status: 'EXPIRED' } } : found;
};

interface Target {
  svcUserId: string;
  farmId?: number | undefined;
}
interface Farms {
  fields: Pick<FieldDirectory, 'hasFarm'>;
}

/** The farm that new fields go to, where one is named. */
export const farmInQuery: Finder<{ query: Target }, Farms, number | undefined> = ({ ownerId, query }, { fields }) =>
  existingFarm(ownerId, query, fields);

export const farmInBody: Finder<{ body: Target }, Farms, number | undefined> = ({ ownerId, body }, { fields }) =>
  existingFarm(ownerId, body, fields);

async function existingFarm(ownerId: string, { svcUserId, farmId }: Target, fields: Farms['fields']) {
  if (farmId === undefined) return undefined;
  return orNotFound((await fields.hasFarm(ownerId, svcUserId, farmId)) ? farmId : undefined, 'farm', farmId);
}
