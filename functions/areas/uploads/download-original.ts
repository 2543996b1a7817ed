import { Problem } from '../../../domain/errors.ts';
import { incomingKey, originalKey } from '../../../domain/files/object-keys.ts';
import { downloadAnswer } from '../../http/download.ts';
import type { Handler } from '../../http/exchange.ts';
import type { uploadsApi } from './api.ts';
import { existingUpload } from './existing-upload.ts';
import type { UploadsServices } from './services.ts';

/** Until its conversion begins, the file is only where it came in. */
export const downloadOriginal: Handler<typeof uploadsApi.operations.downloadOriginal, UploadsServices> = async (
  { params, owner, request },
  services,
) => {
  const { id, svcUserId, fileName } = await existingUpload(owner.id, params.uploadId, services);
  for (const keyOf of [originalKey, incomingKey]) {
    const key = keyOf(owner.id, svcUserId, id, fileName);
    if (!(await services.files.has(key))) continue;
    return downloadAnswer(request, await services.downloads.address(key, fileName));
  }
  throw new Problem('notFound', 'The file of this upload is not here.', { errorKey: 'originalNotFound' });
};
