import { resultKey } from '../../../domain/files/object-keys.ts';
import { downloadAnswer } from '../../http/download.ts';
import type { Handler } from '../../http/exchange.ts';
import type { queriesApi } from './api.ts';
import { endedQuery, resultGone } from './existing-query.ts';
import type { QueriesServices } from './services.ts';

export const downloadQueryResult: Handler<
  (typeof queriesApi)['operations']['downloadQueryResult'],
  QueriesServices
> = async ({ params, owner, request }, services) => {
  const { query, run = '' } = await endedQuery(owner.id, params.queryId, services);
  if (!query.rows) return { status: 204 };
  const key = resultKey(owner.id, query.kind, run);
  if (!(await services.files.has(key))) throw resultGone();
  const { truncated } = query;
  const name = `query-${query.id}${truncated ? '-truncated' : ''}.${query.kind === 'ROWS' ? 'json' : 'parquet'}`;
  return downloadAnswer(request, { ...(await services.downloads.address(key, name)), truncated });
};
