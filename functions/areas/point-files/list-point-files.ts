import { selection } from '../../../domain/paging.ts';
import type { Handler } from '../../http/exchange.ts';
import { listedFor } from '../../http/listed.ts';
import { pageHeaders } from '../../http/page-headers.ts';
import { pageOf } from '../../http/parameters.ts';
import type { pointFilesApi } from './api.ts';
import type { PointFilesServices } from './services.ts';
import { shownPointFile } from './show.ts';

/** Programs ask for this again and again, so it reads one page of one index and its records. */
export const listPointFiles: Handler<
  (typeof pointFilesApi)['operations']['listPointFiles'],
  PointFilesServices
> = async ({ query, owner, request }, services) => {
  const given = listedFor(owner, services, pageOf(query));
  const asked = given.sort.length > 0 ? given : { ...given, sort: [{ field: 'id', descending: true }] };
  const shown = selection('pointFiles', query, () => true);
  const page = await services.machineFiles.list(owner.id, query.svcUserId, shown, asked);
  return { status: 200, headers: pageHeaders(request, asked, page), body: page.items.map(shownPointFile) };
};
