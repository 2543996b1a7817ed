import type { Handler } from '../../http/exchange.ts';
import type { uploadsApi } from './api.ts';
import { existingUpload } from './existing-upload.ts';
import type { UploadsServices } from './services.ts';
import { shownEntry } from './show.ts';

export const listEntries: Handler<typeof uploadsApi.operations.listEntries, UploadsServices> = async (
  { params, asked, owner, request },
  services,
) => {
  const { id } = await existingUpload(owner.id, params.uploadId, services);
  const page = await services.uploads.entries(owner.id, id, asked);
  return {
    status: 200,
    page,
    body: page.items.map((entry) => shownEntry(request, entry)),
  };
};
