import type { QueryRecord } from './query-record.ts';

/** A query as it is kept. */
export interface StoredQuery {
  query: QueryRecord;
  /** Names the attempt to run it that is under way or has ended it; its results lie under that name. */
  run?: string | undefined;
  /** The delivery of a message whose worker has begun it last. */
  delivery?: string | undefined;
  /** How many deliveries of messages have begun it. */
  attempts: number;
}

/** Asynchronous queries. */
export interface QueryStore {
  /** Keeps a query that waits. Past the deadline (milliseconds) the sweep looks why it still does. */
  create(ownerId: string, query: QueryRecord, text: string, deadline: number): Promise<void>;
  /** As it is now, also when its time is over. */
  get(ownerId: string, id: string): Promise<StoredQuery | undefined>;
  /** How many of an owner's queries wait or run, counted up to a number. */
  underWay(ownerId: string, upTo: number): Promise<number>;
  /** Ends a query that waits or runs; one that has ended stays as it is. */
  cancel(ownerId: string, id: string, endedTime: string): Promise<void>;
}

/** How a query ended. */
export type QueryEnd = Pick<QueryRecord, 'endedTime' | 'rows' | 'bytes' | 'truncated' | 'problem'> & {
  status: 'SUCCEEDED' | 'FAILED';
};

/** The queries, for workers that run them. Each change names the state that the query must still be in, and answers false when it is not. */
export interface RunningQueryStore extends QueryStore {
  textOf(ownerId: string, id: string): Promise<string | undefined>;
  /** Begins a waiting query; undefined when it does not wait. */
  begin(
    ownerId: string,
    id: string,
    run: string,
    at: { startedTime: string; deadline: number; delivery: string },
  ): Promise<StoredQuery | undefined>;
  /** Says that a run goes on, until the next deadline; or that a query still waits. */
  goOn(ownerId: string, id: string, run: string | undefined, deadline: number): Promise<boolean>;
  /** Lets a query whose run is over wait again. @param uncounted a delivery that was no attempt: nothing of the query was run. */
  waitAgain(ownerId: string, id: string, run: string, deadline: number, uncounted?: string): Promise<boolean>;
  /** Ends a run, or a query that no run has begun. */
  end(ownerId: string, id: string, run: string | undefined, end: QueryEnd): Promise<boolean>;
  /** Queries past their deadline. */
  overdue(now: number): Promise<{ ownerId: string; stored: StoredQuery }[]>;
}
