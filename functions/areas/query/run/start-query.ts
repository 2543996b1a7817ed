import type { Owner } from '../../../../domain/access/owner.ts';
import { timestamp } from '../../../../domain/clock.ts';
import { Problem } from '../../../../domain/errors.ts';
import type { Commit } from '../../../../domain/idempotency.ts';
import { limits, limitText } from '../../../../domain/limits.ts';
import { queryProblemDetails } from '../../../../domain/query/problem.ts';
import { type QueryRecord, queryRetentionMilliseconds } from '../../../../domain/query/query-record.ts';
import { queuedDeadline } from '../../../../domain/query/query-slots.ts';
import type { RequestContext } from '../../../http/exchange.ts';
import { asyncApplied, prefersLenient } from '../../../http/prefer.ts';
import { compileForEngine } from '../execution/compile-for-engine.ts';
import { waitedFor } from '../execution/limits.ts';
import { shownQuery } from '../execution/show.ts';
import { withinTime } from '../execution/within-time.ts';
import type { QueryServices } from './services.ts';

/**
 * The parts of a request that starts a query, for `once`. What cannot be compiled is refused at once.
 *
 * @example return once<QueryRecord>(...startQuery({ text, kind: 'ROWS' }, { owner, request }, services));
 */
export function startQuery(
  { text, kind }: { text: string; kind: QueryRecord['kind'] },
  { owner, request }: { owner: Owner; request: RequestContext },
  services: QueryServices,
) {
  const { queries, queue, clock, newId } = services;

  const create = async (commit: Commit<QueryRecord>) => {
    await withinTime(waitedFor, () => compileForEngine(text, owner, services));
    if ((await queries.underWay(owner.id, limits.waitingQueries)) >= limits.waitingQueries) throw tooMany();
    const now = clock.now();
    const query: QueryRecord = {
      id: newId(),
      kind,
      status: 'QUEUED',
      createdTime: timestamp(now),
      expiresTime: timestamp(now + queryRetentionMilliseconds),
      ...(prefersLenient(request) && { handling: 'lenient' as const }),
    };
    await queries.create(owner.id, query, text, queuedDeadline(now), await commit(query));
    return query;
  };

  /** Answers with the URL of the query. */
  const send = async (query: QueryRecord) => {
    await queue.send({ ownerId: owner.id, queryId: query.id });
    return { status: 202 as const, headers: asyncApplied(request), body: shownQuery(request, query) };
  };
  return [create, send] as const;
}

function tooMany(): Problem {
  return new Problem(
    'rateLimited',
    `${limitText.waitingQueries} queries of this account are queued or running, the maximum. Send this one again when some of them have ended.`,
    { ...queryProblemDetails('rate_limited'), retryAfterSeconds: 30 },
  );
}
