/** One term of a `sort` parameter. */
export interface SortTerm {
  field: string;
  descending: boolean;
}

/** What a caller asks of a list. A cursor, which `Link: rel=next` carries, takes precedence over the page number. */
export interface PageRequest {
  page: number;
  size: number;
  cursor?: string | undefined;
  sort: SortTerm[];
  /** Which of these users are there; rows of others wait to be erased and are passed over. Every row when absent. */
  existing?: ((svcUserIds: string[]) => Promise<ReadonlySet<string>>) | undefined;
  /** Whether all records of the owner are counted and stand in the indexes of filters. */
  indexed?: boolean | undefined;
}

/** One page of a list. `total` is exact: counted with every write, or by reading up to `countedUpTo` rows, and absent beyond. */
export interface Page<T> {
  items: T[];
  total?: number | undefined;
  /** Where the next page begins; absent on the last page. */
  next?: string | undefined;
}

/** Totals are counted up to here: counting in DynamoDB reads every key that is counted. */
export const countedUpTo = 1_000;

/** Page numbers reach this many rows into a list; further on only a cursor costs what the page holds. */
export const numberedUpTo = 10_000;

/** The largest number of rows that may be sorted in memory, when no index has the wanted order. */
export const sortedInMemoryUpTo = 10_000;

/** A span of time in milliseconds, both ends included. */
export interface Span {
  from?: number | undefined;
  to?: number | undefined;
}

/** What of a selection an index knows: values of members, and spans in which their times lie. */
export interface IndexedFilter {
  values?: Record<string, string | undefined>;
  spans?: Record<string, Span>;
}

/** Which rows a list shows, and what tells it from lists of the same rows that show others. */
export interface Selection<T> {
  name: string;
  wants(row: T): boolean;
  /** Whether that is every row, of one user or of all. */
  isWhole: boolean;
  indexed: IndexedFilter;
}

/** Names a list by its filters: a cursor of it then fits no other. What is `indexed` is a part of what is wanted. */
export function selection<T>(
  name: string,
  filters: object,
  wants: (row: T) => boolean,
  indexed: IndexedFilter = {},
): Selection<T> {
  const { page: _, size: __, sort: ___, cursor: ____, ...others } = filters as Record<string, unknown>;
  const { svcUserId: _____, ...narrowing } = others;
  const isWhole = [narrowing, indexed.values ?? {}].every((all) =>
    Object.values(all).every((one) => one === undefined),
  );
  return { name: JSON.stringify([name, others]), wants, isWhole, indexed };
}

/** All rows of a user, for work that has to see each. */
export const everyRow: PageRequest = { page: 0, size: sortedInMemoryUpTo, sort: [] };
