import { agree } from '../corpus/query-corpus.ts';

/** What an engine makes of a query. */
export type Outcome = { rows: unknown[][] } | { problem: string };

export type Verdict = 'agreed' | 'both refused' | 'disagreed';

/** Whether two engines give the same rows in any order, or both a problem. */
export function compare(a: Outcome, b: Outcome, tolerance = 1e-9): Verdict {
  if ('problem' in a || 'problem' in b) return 'problem' in a && 'problem' in b ? 'both refused' : 'disagreed';
  return agree(sorted(a.rows), sorted(b.rows), tolerance) ? 'agreed' : 'disagreed';
}

/** In an order that does not depend on the last digits of numbers. */
function sorted(rows: unknown[][]): unknown[][] {
  return rows
    .map((row) => row.map(geographyInParts))
    .map((row) => ({
      row,
      key: JSON.stringify(row, (_, value) => (typeof value === 'number' ? shortened(value) : value)),
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
}

const shortened = (value: number) => (value === 0 ? 0 : Number(value.toPrecision(9)));

/** The numbers of well-known text are compared as numbers. */
function geographyInParts(value: unknown): unknown {
  if (typeof value !== 'string' || !/^(MULTI)?(POINT|LINESTRING|POLYGON|GEOMETRYCOLLECTION)\b.*\)$/.test(value))
    return value;
  return value.split(/[\s,]+|(?<=\()|(?=\))/).map((part) => (/^-?\d/.test(part) ? Number(part) : part));
}
