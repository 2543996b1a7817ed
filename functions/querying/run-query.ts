import * as z from 'zod';
import { timestamp } from '../../domain/clock.ts';
import { placesForLater } from '../../domain/query/query-places.ts';
import type { StoredQuery } from '../../domain/query/query-store.ts';
import {
  longestWaitMilliseconds,
  mostAttempts,
  queuedDeadline,
  retrySeconds,
  runDeadline,
} from '../../domain/query/query-turns.ts';
import { toProblem } from '../http/problem.ts';
import { failureOf, neverBegun } from './failures.ts';
import { heartbeat, NoLongerWanted } from './heartbeat.ts';
import { madeLater } from './limits.ts';
import { keysOfRun, makeResult, type Result } from './make-result.ts';
import type { QueryRunServices } from './services.ts';
import { toldQuery } from './told-query.ts';
import { withinTime } from './within-time.ts';

const messageSchema = z.object({ ownerId: z.string(), queryId: z.string() });

type Place = NonNullable<Awaited<ReturnType<QueryRunServices['places']['take']>>>;

/**
 * Runs the query that a message names, if it waits and its owner has a place for it. Messages come at least once: a query that is run, has
 * ended or was cancelled is left alone, and one whose worker died is sent again by the sweep.
 */
export async function runQuery(body: string, services: QueryRunServices): Promise<void> {
  const { ownerId, queryId } = messageSchema.parse(JSON.parse(body));
  const { queries, places, clock, newId } = services;
  const waiting = await queries.get(ownerId, queryId);
  if (waiting?.query.status !== 'QUEUED') return;
  const place = await places.take(ownerId, placesForLater, runDeadline(0));
  if (!place) return waitForPlace(ownerId, waiting, services);
  try {
    const now = clock.now();
    const at = { startedTime: timestamp(now), deadline: runDeadline(now) };
    const begun = await queries.begin(ownerId, queryId, newId(), at);
    if (begun) await run(ownerId, begun, place, services);
  } finally {
    await place.free();
  }
}

/** Waits by a new message: one that is put off would count as a failed attempt each time. */
async function waitForPlace(ownerId: string, { query }: StoredQuery, { queries, queue, clock }: QueryRunServices) {
  const now = clock.now();
  const waited = now - Date.parse(query.createdTime);
  if (waited > longestWaitMilliseconds) {
    const problem = failureOf(neverBegun());
    await queries.end(ownerId, query.id, undefined, { status: 'FAILED', endedTime: timestamp(now), problem });
    return;
  }
  await queries.goOn(ownerId, query.id, undefined, queuedDeadline(now));
  await queue.send({ ownerId, queryId: query.id }, retrySeconds(waited));
}

async function run(ownerId: string, stored: StoredQuery, place: Place, services: QueryRunServices): Promise<void> {
  const { queries, queue, files, clock } = services;
  const { query, run: name = '' } = stored;
  const beat = heartbeat({ ownerId, queryId: query.id, run: name }, place, services);
  try {
    const { rows, bytes, truncated } = await resultOf(ownerId, stored, beat.signal, services);
    const end = { status: 'SUCCEEDED' as const, endedTime: timestamp(clock.now()), rows, bytes, truncated };
    if (!(await queries.end(ownerId, query.id, name, end))) await files.remove(keysOfRun(ownerId, stored));
  } catch (error) {
    if (error instanceof NoLongerWanted) return files.remove(keysOfRun(ownerId, stored));
    const problem = toProblem(error);
    if (problem.kind === 'internal') console.error({ queryId: query.id, error });
    if (problem.kind === 'unavailable' && stored.attempts < mostAttempts) {
      const waits = await queries.waitAgain(ownerId, query.id, name, queuedDeadline(clock.now()));
      if (waits) await queue.send({ ownerId, queryId: query.id }, problem.retryAfterSeconds ?? 0);
      return;
    }
    const end = { status: 'FAILED' as const, endedTime: timestamp(clock.now()), problem: failureOf(problem) };
    await queries.end(ownerId, query.id, name, end);
  } finally {
    beat.stop();
  }
}

async function resultOf(
  ownerId: string,
  stored: StoredQuery,
  stop: AbortSignal,
  services: QueryRunServices,
): Promise<Result> {
  const text = await services.queries.textOf(ownerId, stored.query.id);
  if (text === undefined) throw new Error(`the query ${stored.query.id} has no text`);
  return toldQuery({ text, ownerId, requestId: stored.query.id }, services.clock, async () => {
    const make = (signal: AbortSignal) => makeResult({ ownerId, text }, stored, signal, services);
    const result = await withinTime(madeLater, make, stop);
    return { result, ...result };
  });
}
