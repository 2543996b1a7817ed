import type { SortTerm } from '../../../../domain/paging.ts';

/** The sort key of a row: the value of each term, null if absent, and last its unique name. */
export type RowKey = readonly (string | number | null)[];

/** Sorts rows by a list's `sort`: texts ignoring case, absent values last, ties by the row's unique name. */
export interface RowOrder<T> {
  keyOf(row: T): RowKey;
  compare(a: RowKey, b: RowKey): number;
}

/**
 * Creates the order of a list.
 *
 * @example rows.map(keyOf).sort(compare) // with { keyOf, compare } = rowOrder(asked.sort, ({ id }) => id)
 */
export function rowOrder<T extends object>(terms: SortTerm[], nameOf: (row: T) => string): RowOrder<T> {
  return {
    keyOf: (row) => [...terms.map(({ field }) => comparable(row[field as keyof T])), nameOf(row)],
    compare(a, b) {
      for (const [at, left] of a.entries()) {
        const right = b[at] ?? null;
        if (left === right) continue;
        if (left === null) return 1;
        if (right === null) return -1;
        return left < right === (terms[at]?.descending ?? false) ? 1 : -1;
      }
      return 0;
    },
  };
}

function comparable(value: unknown): string | number | null {
  if (typeof value === 'string') return value.toLowerCase();
  return typeof value === 'number' ? value : null;
}
