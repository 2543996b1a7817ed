import { selection } from '../../../domain/paging.ts';
import type { Handler } from '../../http/exchange.ts';
import { listedFor } from '../../http/listed.ts';
import type { pointFilesApi } from './api.ts';
import type { PointFilesServices } from './services.ts';
import { shownPointFile } from './show.ts';

/** Programs ask for this again and again, so it reads one page of one index and its records. */
export const listPointFiles: Handler<
  (typeof pointFilesApi)['operations']['listPointFiles'],
  PointFilesServices
> = async ({ query, asked, owner }, services) => {
  const sort = asked.sort.length > 0 ? asked.sort : [{ field: 'id', descending: true }];
  const shown = selection('pointFiles', query, () => true);
  const page = await services.machineFiles.list(
    owner.id,
    query.svcUserId,
    shown,
    listedFor(owner, services, { ...asked, sort }),
  );
  return { status: 200, page, body: page.items.map(shownPointFile) };
};
