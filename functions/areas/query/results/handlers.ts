import { timestamp } from '../../../../domain/clock.ts';
import { resultKey } from '../../../../domain/files/object-keys.ts';
import { downloadAnswer } from '../../../http/body/download.ts';
import type { Handlers } from '../../../http/exchange.ts';
import { shownQuery } from '../execution/show.ts';
import type { queriesApi } from './api.ts';
import { ended, resultGone } from './ended-query.ts';
import { listQueryRows } from './list-query-rows.ts';
import type { QueriesServices } from './services.ts';

export const queryHandlers: Handlers<typeof queriesApi.endpoints, QueriesServices> = {
  listQueryRows,

  async getQuery({ found, request }) {
    return { status: 200, body: shownQuery(request, found.query.query) };
  },

  /** The run itself notices at its next beat. */
  async cancelQuery({ found, owner }, { queries, clock }) {
    await queries.cancel(owner.id, found.query.query.id, timestamp(clock.now()));
    return { status: 204 };
  },

  async downloadQueryResult({ found, owner, request }, { files, downloads }) {
    const { query, run = '' } = ended(found.query);
    if (!query.rows) return { status: 204 };
    const key = resultKey(owner.id, query.kind, run);
    if (!(await files.has(key))) throw resultGone();
    const { truncated } = query;
    const name = `query-${query.id}${truncated ? '-truncated' : ''}.${query.kind === 'ROWS' ? 'json' : 'parquet'}`;
    return downloadAnswer(request, { ...(await downloads.address(key, name)), truncated });
  },
};
