import { notFound, Problem } from '../../../domain/errors.ts';
import type { StoredQuery } from '../../../domain/query/query-store.ts';
import type { QueriesServices } from './services.ts';

/** The query with this id. @throws Problem 404 when it is not the owner's, or its time is over. */
export async function existingQuery(
  ownerId: string,
  id: string,
  { queries, clock }: Pick<QueriesServices, 'queries' | 'clock'>,
): Promise<StoredQuery> {
  const stored = await queries.get(ownerId, id);
  if (!stored || Date.parse(stored.query.expiresTime) <= clock.now()) throw notFound('query', id);
  return stored;
}

/** The same when it has a result. @throws Problem 409 when it has none. */
export async function endedQuery(
  ownerId: string,
  id: string,
  services: Pick<QueriesServices, 'queries' | 'clock'>,
): Promise<StoredQuery> {
  const stored = await existingQuery(ownerId, id, services);
  const { status, problem } = stored.query;
  if (status === 'SUCCEEDED') return stored;
  if (status === 'FAILED') {
    throw new Problem('conflict', `The query failed: ${problem?.detail ?? ''}`, { errorKey: 'queryFailed' });
  }
  if (status === 'CANCELLED') throw new Problem('conflict', 'The query was cancelled.', { errorKey: 'queryCancelled' });
  throw new Problem('conflict', 'The query has not ended. Ask for its status until it has.', {
    errorKey: 'queryNotEnded',
    retryAfterSeconds: 2,
  });
}

export function resultGone(): Problem {
  const detail = 'The result was removed because a user was erased, whose points it may hold. Run the query again.';
  return new Problem('gone', detail, { errorKey: 'queryResultGone' });
}
