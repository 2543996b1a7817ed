import { Problem } from '../../../domain/errors.ts';
import { queryProblemDetails } from '../../../domain/query/problem.ts';
import type { QueryRecord } from '../../../domain/query/query-record.ts';
import { problemDocument } from '../../http/problem.ts';

/**
 * The problem document of a failed query, without the path and the id of a request.
 *
 * @example const end = { status: 'FAILED' as const, endedTime: timestamp(now), problem: failureOf(problem) };
 */
export function failureOf(problem: Problem): NonNullable<QueryRecord['problem']> {
  const { type, title, status, detail, errorKey } = problemDocument(problem, { path: '', requestId: '' });
  const code = problem.members?.code;
  return { type, title, status, detail, errorKey, ...(typeof code === 'string' && { code }) };
}

/** For a query that had no slot for an hour. */
export function neverBegun(): Problem {
  return new Problem(
    'unavailable',
    'The query expired in the queue while other queries of this account ran. Send it again when fewer are running.',
    queryProblemDetails('never_begun'),
  );
}

/** For a query that ended its worker each time. */
export function givenUp(): Problem {
  return new Problem(
    'unavailable',
    "Every attempt to run the query failed, most likely for lack of memory. Narrow it: name a field ('…' IN UNNEST(fieldIds)), a user or a time, select fewer columns, or group by less.",
    queryProblemDetails('given_up'),
  );
}
