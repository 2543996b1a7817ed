import { Problem } from '../../../domain/errors.ts';
import { incomingKey } from '../../../domain/files/object-keys.ts';
import type { Upload } from '../../../domain/uploads/upload.ts';
import { plainFileName } from '../../http/body/file-name.ts';
import type { Handler } from '../../http/exchange.ts';
import type { Run } from '../../http/steps/once.ts';
import { receive } from './receive.ts';
import type { UploadsServices } from './services.ts';
import { shownUpload } from './show.ts';
import type { uploadEndpoints } from './upload-endpoints.ts';

/** The record comes first. A request that died between it and the file stores the file when it is repeated with its `Idempotency-Key`. */
export const createUpload: Handler<typeof uploadEndpoints.createUpload, UploadsServices> = (
  { query: { svcUserId, farmId }, body, owner, request, once },
  services,
) => {
  const { files, uploads, newId } = services;
  const fileName = plainFileName(body.fileName);

  const put = async (upload: Upload, { isKeyed }: Run) => {
    try {
      await files.put(incomingKey(owner.id, svcUserId, upload.id, fileName), body.content, body.contentType);
    } catch (cause) {
      if (!isKeyed) await uploads.finish(owner.id, upload, 'FAILED');
      throw new Problem('unavailable', 'The file could not be stored. Send it again.', { cause, retryAfterSeconds: 5 });
    }
  };

  return once<Upload>(
    (commit) => {
      const received = { id: newId(), svcUserId, farmId, fileName, sizeBytes: body.content.length };
      return receive(owner.id, received, services, commit);
    },
    async (upload, run) => {
      const isConverted = run.isRepeated && (await uploads.get(owner.id, upload.id))?.status !== 'RECEIVED';
      if (!isConverted) await put(upload, run);
      return { status: 201, body: shownUpload(request, upload) };
    },
  );
};
