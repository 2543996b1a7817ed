import { agree } from '../corpus/query-corpus.ts';

/** The result of a query on an engine. */
export type Outcome = { rows: unknown[][] } | { problem: string };

export type Verdict = 'agreed' | 'both refused' | 'disagreed';

/** The verdict on two results: the same rows in any order, or a problem on both sides. */
export function compare(a: Outcome, b: Outcome, tolerance = 1e-9): Verdict {
  if ('problem' in a || 'problem' in b) return 'problem' in a && 'problem' in b ? 'both refused' : 'disagreed';
  return agree(sorted(a.rows), sorted(b.rows), tolerance) ? 'agreed' : 'disagreed';
}

/** Rows in an order that does not depend on the last digits of numbers. */
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

/** The parts of a well-known text, so that its numbers are compared as numbers. */
function geographyInParts(value: unknown): unknown {
  if (typeof value !== 'string' || !/^(MULTI)?(POINT|LINESTRING|POLYGON|GEOMETRYCOLLECTION)\b.*\)$/.test(value))
    return value;
  return value.split(/[\s,]+|(?<=\()|(?=\))/).map((part) => (/^-?\d/.test(part) ? Number(part) : part));
}
