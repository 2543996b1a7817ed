import { Problem } from '../../../domain/errors.ts';
import type { ObjectStore } from '../../../domain/files/object-store.ts';
import type { SessionStore } from '../../../domain/uploads/session-store.ts';
import { filesOf, type UploadTarget } from '../../../domain/uploads/upload-session.ts';
import { type Finder, orNotFound } from '../existence.ts';

/** The file of a completed upload session, which a request names in place of a file of its own. */
export interface UploadedFile {
  fileName: string;
  objectKey: string;
}

/**
 * Finds the file of a session of the user in the path. The problem is 404 for sessions of other users, and 409 `uploadSessionNotReady` for one that is
 * not completed or has none of these targets.
 *
 * @example exists: { user: userInPath, session: uploadedInPath('layers') },
 */
export function uploadedInPath(
  ...targets: readonly UploadTarget[]
): Finder<{ params: { svcUserId: string; sessionId: string } }, { sessions: Pick<SessionStore, 'get'> }, UploadedFile> {
  return async ({ ownerId, params: { svcUserId, sessionId } }, { sessions }) => {
    const stored = await sessions.get(ownerId, sessionId);
    const ofUser = stored?.session.svcUserId === svcUserId ? stored : undefined;
    const { session, uploads } = orNotFound(ofUser, 'upload session', sessionId);
    const [begun] = uploads;
    if (!begun || !targets.includes(session.target)) {
      throw notReady(`The upload session has the target ${session.target}, and not ${targets.join(' or ')}.`);
    }
    if (session.status !== 'COMPLETED') {
      throw notReady('The upload session is not completed. PUT its parts, and complete it first.');
    }
    return { fileName: filesOf(session)[0]?.fileName ?? '', objectKey: begun.objectKey };
  };
}

/** The content of the file. @throws Problem 404 `originalNotFound` if it is no longer stored. */
export async function uploadedContent(
  { fileName, objectKey }: UploadedFile,
  files: Pick<ObjectStore, 'getStream'>,
): Promise<Buffer> {
  const stream = await files.getStream(objectKey);
  if (stream) return Buffer.concat(await chunksOf(stream));
  const detail = `The file ${fileName} of the upload session is no longer stored. Upload it again.`;
  throw new Problem('notFound', detail, { errorKey: 'originalNotFound' });
}

function notReady(detail: string): Problem {
  return new Problem('conflict', detail, { errorKey: 'uploadSessionNotReady' });
}

async function chunksOf(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}
