import type { SortTerm } from '../../../../domain/paging.ts';

/** What a row is sorted by: the value of each term, absent ones as null, and last what no two rows share. */
export type RowKey = readonly (string | number | null)[];

/** Sorts rows as a list's `sort` says: texts in any case, absent values last, ties by the row's own name. */
export interface RowOrder<T> {
  keyOf(row: T): RowKey;
  compare(a: RowKey, b: RowKey): number;
}

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
