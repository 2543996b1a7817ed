import { setTimeout } from 'node:timers/promises';
import { timestamp } from '../../../domain/clock.ts';
import type { Problem } from '../../../domain/errors.ts';
import { limits } from '../../../domain/limits.ts';
import { isEngineBusy } from '../../../domain/query/engine-unavailable.ts';
import {
  maxAttempts,
  maxWaitMilliseconds,
  queuedDeadline,
  retrySeconds,
  silentMilliseconds,
} from '../../../domain/query/query-slots.ts';
import type { StoredQuery } from '../../../domain/query/query-store.ts';
import { madeLater } from '../../areas/query/execution/limits.ts';
import { withQueryLog } from '../../areas/query/execution/with-query-log.ts';
import { withinTime } from '../../areas/query/execution/within-time.ts';
import { toProblem } from '../../http/problem.ts';
import { holding, takePlace } from '../../queue/owner-places.ts';
import type { Message } from '../../queue/sqs-worker.ts';
import { failureOf, neverBegun } from './failures.ts';
import { heartbeat, NoLongerWanted } from './heartbeat.ts';
import { keysOfRun, makeResult } from './make-result.ts';
import type { QueryMessage } from './messages.ts';
import type { QueryRunServices } from './services.ts';

/** How long a result that is no longer wanted may take to end: its query was stopped, and parts of it are under way. */
const maxEndMilliseconds = 20_000;

/**
 * Runs the query that a message names, if it waits and there is a place for it: a slot of its owner, and one of those that all owners share, or the one that is kept for an
 * owner of which nothing runs and little waits. Messages come at least once: a query that is run, has ended or was cancelled is left alone, and one whose worker died is sent
 * again by the sweep.
 */
export async function runQueuedQuery(
  { ownerId, queryId }: QueryMessage,
  { delivery }: Pick<Message, 'delivery'>,
  services: QueryRunServices,
): Promise<void> {
  const { queries, clock, newId } = services;
  const waiting = await queries.get(ownerId, queryId);
  const run = waiting?.run;
  if (waiting?.query.status === 'RUNNING' && waiting.delivery === delivery && run !== undefined) {
    // A worker that died with its server had the message before, for no fault of the query's.
    if (!(await queries.waitAgain(ownerId, queryId, run, queuedDeadline(clock.now()), delivery))) return;
  } else if (waiting?.query.status !== 'QUEUED') return;
  const place = await takePlace(ownerId, delivery, placesOf(services));
  if (!place) return waitForSlot(ownerId, waiting, services);
  const begin = async () => {
    const now = clock.now();
    const at = { startedTime: timestamp(now), deadline: now + silentMilliseconds, delivery };
    const begun = await queries.begin(ownerId, queryId, newId(), at);
    if (begun) await runBegun(ownerId, begun, services);
  };
  await holding(place.slots, begin);
}

const placesOf = ({ slots, queries, workersAtOnce }: QueryRunServices) => ({
  slots,
  filesAtOnce: limits.asynchronousQueries,
  workersAtOnce,
  // No list says who waits. An owner that could have all of its queries run at once has no more than its share of messages either.
  waiting: {
    some: async (ownerId: string) =>
      (await queries.underWay(ownerId, limits.asynchronousQueries + 1)) > limits.asynchronousQueries,
  },
});

/** Waits by a new message: one that is put off would count as a failed attempt each time. */
async function waitForSlot(ownerId: string, { query }: StoredQuery, { queries, queue, clock }: QueryRunServices) {
  const now = clock.now();
  const waited = now - Date.parse(query.createdTime);
  if (waited > maxWaitMilliseconds) {
    const problem = failureOf(neverBegun());
    await queries.end(ownerId, query.id, undefined, { status: 'FAILED', endedTime: timestamp(now), problem });
    return;
  }
  await queries.extend(ownerId, query.id, undefined, queuedDeadline(now));
  await queue.send({ ownerId, queryId: query.id }, retrySeconds(waited));
}

async function runBegun(ownerId: string, stored: StoredQuery, services: QueryRunServices): Promise<void> {
  const { queries, files, clock } = services;
  const { query, run: name = '' } = stored;
  const beat = heartbeat({ ownerId, queryId: query.id, run: name }, services);
  let making: Promise<unknown> = Promise.resolve();
  try {
    const text = await queries.textOf(ownerId, query.id);
    if (text === undefined) throw new Error(`the query ${query.id} has no text`);
    const make = (signal: AbortSignal) => {
      const made = makeResult({ ownerId, text }, stored, signal, services);
      making = made;
      return made;
    };
    const logged = { text, ownerId, requestId: query.id };
    const { rows, bytes, truncated } = await withQueryLog(logged, clock, async () => {
      const result = await withinTime(madeLater, make, beat.signal);
      return { result, ...result };
    });
    const end = { status: 'SUCCEEDED' as const, endedTime: timestamp(clock.now()), rows, bytes, truncated };
    if (!(await queries.end(ownerId, query.id, name, end))) await files.remove(keysOfRun(ownerId, stored));
  } catch (error) {
    // An object that is being stored can be removed only when it is complete.
    await Promise.race([making.catch(() => {}), setTimeout(maxEndMilliseconds)]);
    await files.remove(keysOfRun(ownerId, stored));
    if (!(error instanceof NoLongerWanted)) await endWithout(ownerId, stored, toProblem(error), services);
  } finally {
    beat.stop();
  }
}

/** Ends a query that has no result; one that may have one in a moment waits for that. */
async function endWithout(ownerId: string, stored: StoredQuery, problem: Problem, services: QueryRunServices) {
  const { queries, queue, clock } = services;
  const { query, run: name = '' } = stored;
  const now = clock.now();
  if (problem.kind === 'internal') console.error({ queryId: query.id, error: problem.cause });
  const waited = now - Date.parse(query.createdTime);
  // Nothing was tried of a query for which there was no room.
  const isAttempt = !isEngineBusy(problem);
  const mayWait = isAttempt ? stored.attempts < maxAttempts : waited <= maxWaitMilliseconds;
  if (problem.kind === 'unavailable' && mayWait) {
    const waits = await queries.waitAgain(
      ownerId,
      query.id,
      name,
      queuedDeadline(now),
      isAttempt ? undefined : stored.delivery,
    );
    const seconds = isAttempt ? (problem.retryAfterSeconds ?? 0) : retrySeconds(waited);
    if (waits) await queue.send({ ownerId, queryId: query.id }, seconds);
    return;
  }
  const end = { status: 'FAILED' as const, endedTime: timestamp(now), problem: failureOf(problem) };
  await queries.end(ownerId, query.id, name, end);
}
