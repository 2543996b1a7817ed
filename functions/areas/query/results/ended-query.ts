import { Problem } from '../../../../domain/errors.ts';
import type { StoredQuery } from '../../../../domain/query/query-store.ts';

/** A query that has a result. @throws Problem 409 when it has none. */
export function ended(stored: StoredQuery): StoredQuery {
  const { status, problem } = stored.query;
  if (status === 'SUCCEEDED') return stored;
  if (status === 'FAILED') {
    throw new Problem('conflict', `The query failed: ${problem?.detail ?? ''}`, { errorKey: 'queryFailed' });
  }
  if (status === 'CANCELLED') throw new Problem('conflict', 'The query was cancelled.', { errorKey: 'queryCancelled' });
  throw new Problem('conflict', 'The query is still running. Poll its status until it has ended.', {
    errorKey: 'queryNotEnded',
    retryAfterSeconds: 2,
  });
}

export function resultGone(): Problem {
  const detail = 'The result was removed because it may contain points of a user who was erased. Run the query again.';
  return new Problem('gone', detail, { errorKey: 'queryResultGone' });
}
