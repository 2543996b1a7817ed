import type { Handler } from '../../http/exchange.ts';
import { listedFor } from '../../http/listed.ts';
import { pageHeaders } from '../../http/page-headers.ts';
import { pageOf } from '../../http/parameters.ts';
import type { uploadsApi } from './api.ts';
import type { UploadsServices } from './services.ts';
import { shownUpload } from './show.ts';

export const listUploads: Handler<typeof uploadsApi.operations.listUploads, UploadsServices> = async (
  { query, owner, request },
  { uploads, users },
) => {
  const asked = listedFor(owner, { users }, pageOf(query));
  const page = await uploads.list(owner.id, { svcUserId: query.svcUserId, status: query.status }, asked);
  return {
    status: 200,
    headers: pageHeaders(request, asked, page),
    body: page.items.map((upload) => shownUpload(request, upload)),
  };
};
