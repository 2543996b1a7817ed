import type { CommitRecord } from '../idempotency.ts';
import type { QueryRecord } from './query-record.ts';

/** A query as it is stored. */
export interface StoredQuery {
  query: QueryRecord;
  /** Id of the attempt that is running or has ended the query, and of its results. */
  run?: string | undefined;
  /** The delivery of a message whose worker started it last. */
  delivery?: string | undefined;
  /** Number of deliveries of messages that have started it. */
  attempts: number;
}

/** Stores asynchronous queries. */
export interface QueryStore {
  /** Creates a waiting query. @param deadline when the sweep checks it, in milliseconds since 1970. */
  create(ownerId: string, query: QueryRecord, text: string, deadline: number, commit?: CommitRecord): Promise<void>;
  /** The current state of a query, also after it has expired. */
  get(ownerId: string, id: string): Promise<StoredQuery | undefined>;
  /** Number of waiting and running queries of an owner, counted up to a maximum. */
  underWay(ownerId: string, upTo: number): Promise<number>;
  /** Cancels a waiting or running query; no effect on one that has ended. */
  cancel(ownerId: string, id: string, endedTime: string): Promise<void>;
}

/** The end of a query. */
export type QueryEnd = Pick<QueryRecord, 'endedTime' | 'rows' | 'bytes' | 'truncated' | 'problem'> & {
  status: 'SUCCEEDED' | 'FAILED';
};

/**
 * Stores queries for the workers that run them. Every change is conditional on the state that it names, and returns
 * false if the query has another one.
 */
export interface RunningQueryStore extends QueryStore {
  textOf(ownerId: string, id: string): Promise<string | undefined>;
  /** Starts a waiting query; undefined if it is not waiting. */
  begin(
    ownerId: string,
    id: string,
    run: string,
    at: { startedTime: string; deadline: number; delivery: string },
  ): Promise<StoredQuery | undefined>;
  /** Extends the deadline of a run, or of a waiting query. */
  extend(ownerId: string, id: string, run: string | undefined, deadline: number): Promise<boolean>;
  /**
   * Returns a query whose run is over to waiting. @param uncounted a delivery that does not count as an attempt, since
   * nothing of the query was run.
   */
  waitAgain(ownerId: string, id: string, run: string, deadline: number, uncounted?: string): Promise<boolean>;
  /** Ends a run, or a query that was not started. */
  end(ownerId: string, id: string, run: string | undefined, end: QueryEnd): Promise<boolean>;
  /** Queries past their deadline. */
  overdue(now: number): Promise<{ ownerId: string; stored: StoredQuery }[]>;
}
