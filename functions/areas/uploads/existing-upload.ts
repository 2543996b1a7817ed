import { notFound } from '../../../domain/errors.ts';
import type { Upload } from '../../../domain/uploads/upload.ts';
import type { UploadsServices } from './services.ts';

/** The upload with this id, unless it, or its user, is not there. */
export async function existingUpload(
  ownerId: string,
  uploadId: string,
  { uploads, users }: UploadsServices,
): Promise<Upload> {
  const upload = await uploads.get(ownerId, uploadId);
  if (!upload || !(await users.get(ownerId, upload.svcUserId))) throw notFound('upload', uploadId);
  return upload;
}
