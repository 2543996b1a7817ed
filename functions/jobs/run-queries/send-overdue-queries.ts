import { type Clock, timestamp } from '../../../domain/clock.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import { maxAttempts, maxWaitMilliseconds, queuedDeadline } from '../../../domain/query/query-slots.ts';
import type { RunningQueryStore, StoredQuery } from '../../../domain/query/query-store.ts';
import { failureOf, givenUp, neverBegun } from './failures.ts';
import type { QueryMessage } from './messages.ts';

export interface QuerySweep {
  queries: RunningQueryStore;
  /** Where queries wait for a worker. */
  queue: MessageQueue<QueryMessage>;
  clock: Clock;
}

/** Sends queries again whose message was lost or whose worker died, and ends those for which that was tried before. */
export async function sendOverdueQueries({ queries, queue, clock }: QuerySweep): Promise<number> {
  const now = clock.now();
  const overdue = await queries.overdue(now);
  for (const { ownerId, stored } of overdue) {
    const { query, run } = stored;
    const failure = failureIn(stored, now);
    if (failure) {
      const end = { status: 'FAILED' as const, endedTime: timestamp(now), problem: failureOf(failure) };
      await queries.end(ownerId, query.id, run, end);
      continue;
    }
    const deadline = queuedDeadline(now);
    const waits = await (run === undefined
      ? queries.extend(ownerId, query.id, undefined, deadline)
      : queries.waitAgain(ownerId, query.id, run, deadline));
    if (waits) await queue.send({ ownerId, queryId: query.id });
  }
  return overdue.length;
}

function failureIn({ query, run, attempts }: StoredQuery, now: number) {
  if (run !== undefined) return attempts >= maxAttempts ? givenUp() : undefined;
  return now - Date.parse(query.createdTime) > maxWaitMilliseconds ? neverBegun() : undefined;
}
