import { Problem } from '../../../domain/errors.ts';
import { incomingKey, originalKey } from '../../../domain/files/object-keys.ts';
import { downloadAnswer } from '../../http/body/download.ts';
import type { Handlers } from '../../http/exchange.ts';
import { listedFor } from '../../http/parameters.ts';
import { createUpload } from './create-upload.ts';
import type { UploadsServices } from './services.ts';
import { shownEntry, shownUpload } from './show.ts';
import type { uploadEndpoints } from './upload-endpoints.ts';

export const uploadHandlers: Handlers<typeof uploadEndpoints, UploadsServices> = {
  createUpload,

  async listUploads({ query, asked, owner, request }, services) {
    const page = await services.uploads.list(owner.id, query, listedFor(owner, services, asked));
    return { status: 200, page, body: page.items.map((upload) => shownUpload(request, upload)) };
  },

  async getUpload({ found, request }) {
    return { status: 200, body: shownUpload(request, found.upload) };
  },

  async listEntries({ found, asked, owner, request }, { uploads }) {
    const page = await uploads.entries(owner.id, found.upload.id, asked);
    return { status: 200, page, body: page.items.map((entry) => shownEntry(request, entry)) };
  },

  /** Until its conversion begins, the file is only where it came in. */
  async downloadOriginal({ found, owner, request }, { files, downloads }) {
    const { id, svcUserId, fileName } = found.upload;
    for (const keyOf of [originalKey, incomingKey]) {
      const key = keyOf(owner.id, svcUserId, id, fileName);
      if (!(await files.has(key))) continue;
      return downloadAnswer(request, await downloads.address(key, fileName));
    }
    throw new Problem('notFound', 'The file of this upload is no longer stored.', { errorKey: 'originalNotFound' });
  },
};
