import { originalKey } from '../../domain/files/object-keys.ts';
import { downloadAnswer } from '../http/download.ts';
import type { Handler } from '../http/exchange.ts';
import type { uploadsApi } from './api.ts';
import { existingUpload } from './existing-upload.ts';
import type { UploadsServices } from './services.ts';

export const downloadOriginal: Handler<typeof uploadsApi.operations.downloadOriginal, UploadsServices> = async (
  { params, owner, request },
  services,
) => {
  const { id, svcUserId, fileName } = await existingUpload(owner.id, params.uploadId, services);
  const address = await services.downloads.address(originalKey(owner.id, svcUserId, id, fileName), fileName);
  return downloadAnswer(request, address);
};
