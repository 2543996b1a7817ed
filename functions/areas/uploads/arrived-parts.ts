import type { MultipartStore, OpenSession, UploadedSessionPart } from '../../../domain/uploads/session-store.ts';
import { filesOf } from '../../../domain/uploads/upload-session.ts';

/** The parts that have arrived of each file, by their numbers in the session; undefined for a file that was completed or aborted. */
export function arrivedParts(
  { session, uploads }: OpenSession,
  multiparts: Pick<MultipartStore, 'parts'>,
): Promise<(UploadedSessionPart[] | undefined)[]> {
  const files = filesOf(session);
  return Promise.all(
    uploads.map(async ({ objectKey, multipartId }, index) => {
      const before = (files[index]?.firstPart ?? 1) - 1;
      const parts = await multiparts.parts(objectKey, multipartId);
      return parts?.map((part) => ({ ...part, partNumber: part.partNumber + before }));
    }),
  );
}
