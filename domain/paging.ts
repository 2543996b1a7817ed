import { limits } from './limits.ts';

/** One term of a `sort` parameter. */
export interface SortTerm {
  field: string;
  descending: boolean;
}

/** The requested page of a list. A cursor, which `Link: rel=next` carries, takes precedence over the page number. */
export interface PageRequest {
  page: number;
  size: number;
  cursor?: string | undefined;
  sort: SortTerm[];
  /** Finds existing users: rows of deleted users, which wait for erasure, are skipped. Every row if absent. */
  existing?: ((svcUserIds: string[]) => Promise<ReadonlySet<string>>) | undefined;
}

/**
 * One page of a list. `total` is exact: counted with every write, or by reading up to `limits.countedRows` rows, and absent
 * above.
 */
export interface Page<T> {
  items: T[];
  total?: number | undefined;
  /** The cursor of the next page; absent on the last page. */
  next?: string | undefined;
}

/** A time span in milliseconds, both ends included. */
export interface Span {
  from?: number | undefined;
  to?: number | undefined;
}

/** The part of a filter that an index can apply: values of members, and spans of times. */
export interface IndexedFilter {
  values?: Record<string, string | undefined>;
  spans?: Record<string, Span>;
}

/** The rows that a list shows, and a name that distinguishes it from lists with other filters. */
export interface Selection<T> {
  name: string;
  wants(row: T): boolean;
  /** Whether the list shows every row, of one user or of all. */
  isWhole: boolean;
  indexed: IndexedFilter;
}

/**
 * Creates the selection of a list from its filters; cursors of one selection are rejected by another.
 *
 * @param indexed the part of the filters that an index applies.
 * @example const shown = selection('outsideFields', query, isWanted, { values: { outsideField: 'true' } });
 */
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

/** All rows of a user, for work that has to process each. */
export const everyRow: PageRequest = { page: 0, size: limits.sortedRows, sort: [] };
