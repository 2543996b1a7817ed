import type { Handler } from '../../http/exchange.ts';
import { listedFor } from '../../http/listed.ts';
import type { uploadsApi } from './api.ts';
import type { UploadsServices } from './services.ts';
import { shownUpload } from './show.ts';

export const listUploads: Handler<typeof uploadsApi.operations.listUploads, UploadsServices> = async (
  { query, asked, owner, request },
  { uploads, users },
) => {
  const page = await uploads.list(
    owner.id,
    { svcUserId: query.svcUserId, status: query.status },
    listedFor(owner, { users }, asked),
  );
  return {
    status: 200,
    page,
    body: page.items.map((upload) => shownUpload(request, upload)),
  };
};
