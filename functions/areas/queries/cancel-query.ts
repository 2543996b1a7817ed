import { timestamp } from '../../../domain/clock.ts';
import type { Handler } from '../../http/exchange.ts';
import type { queriesApi } from './api.ts';
import { existingQuery } from './existing-query.ts';
import type { QueriesServices } from './services.ts';

/** The run itself notices at its next beat. */
export const cancelQuery: Handler<(typeof queriesApi)['operations']['cancelQuery'], QueriesServices> = async (
  { params, owner },
  services,
) => {
  const { query } = await existingQuery(owner.id, params.queryId, services);
  await services.queries.cancel(owner.id, query.id, timestamp(services.clock.now()));
  return { status: 204 };
};
