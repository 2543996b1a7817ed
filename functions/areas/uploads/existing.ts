import type { Clock } from '../../../domain/clock.ts';
import type { Resource } from '../../../domain/errors.ts';
import type { FieldDirectory } from '../../../domain/fields/field-store.ts';
import type { OpenSession, SessionStore } from '../../../domain/uploads/session-store.ts';
import type { Upload } from '../../../domain/uploads/upload.ts';
import type { UploadStore } from '../../../domain/uploads/upload-store.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import { type Finder, ofExistingUser, orNotFound, withExistingUser } from '../../http/existence.ts';

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
  const stored = await sessions.get(ownerId, sessionId);
  const named: [Resource, string] = ['upload session', sessionId];
  const found = await withExistingUser(ownerId, stored, ({ session }) => session, users, named);
  const { session } = found;
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
