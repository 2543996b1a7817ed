import { Problem } from '../../../domain/errors.ts';
import { incomingKey } from '../../../domain/files/object-keys.ts';
import type { Handler } from '../../http/exchange.ts';
import { plainFileName } from '../../http/file-name.ts';
import type { uploadsApi } from './api.ts';
import { existingTarget, receive } from './receive.ts';
import type { UploadsServices } from './services.ts';
import { shownUpload, uploadPath } from './show.ts';

export const createUpload: Handler<typeof uploadsApi.operations.createUpload, UploadsServices> = async (
  { query, body, owner, request },
  services,
) => {
  const { svcUserId, farmId } = query;
  await existingTarget(owner.id, query, services);
  const fileName = plainFileName(body.fileName);
  const received = { id: services.newId(), svcUserId, farmId, fileName, sizeBytes: body.content.length };
  const upload = await receive(owner.id, received, services);
  try {
    await services.files.put(incomingKey(owner.id, svcUserId, upload.id, fileName), body.content, body.contentType);
  } catch (cause) {
    await services.uploads.finish(owner.id, upload, 'FAILED');
    throw new Problem('unavailable', 'The file could not be stored. Send it again.', { cause, retryAfterSeconds: 5 });
  }
  const headers = { location: `${request.base}${uploadPath(upload.id)}` };
  return { status: 201, headers, body: shownUpload(request, upload) };
};
