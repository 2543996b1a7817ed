import type { Handler } from '../../http/exchange.ts';
import { shownQuery } from '../../query-execution/show.ts';
import type { queriesApi } from './api.ts';
import { existingQuery } from './existing-query.ts';
import type { QueriesServices } from './services.ts';

export const getQuery: Handler<(typeof queriesApi)['operations']['getQuery'], QueriesServices> = async (
  { params, owner, request },
  services,
) => {
  const { query } = await existingQuery(owner.id, params.queryId, services);
  return { status: 200, body: shownQuery(request, query) };
};
