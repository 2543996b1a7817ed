import type { Handler } from '../../http/exchange.ts';
import type { uploadsApi } from './api.ts';
import { existingUpload } from './existing-upload.ts';
import type { UploadsServices } from './services.ts';
import { shownUpload } from './show.ts';

export const getUpload: Handler<typeof uploadsApi.operations.getUpload, UploadsServices> = async (
  { params, owner, request },
  services,
) => {
  const upload = await existingUpload(owner.id, params.uploadId, services);
  return { status: 200, body: shownUpload(request, upload) };
};
