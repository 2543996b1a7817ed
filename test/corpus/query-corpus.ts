import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One query of a corpus and its expected result, described in `test/corpus/query/README.md`. */
export interface CorpusQuery {
  id: string;
  expect: 'rows' | 'reject' | 'any';
  ordered?: boolean;
  tolerance?: number;
  columns?: { name: string; type: string }[];
  rows?: unknown[][];
  codes?: string[];
  position?: { line: number; column: number };
}

export interface Attack {
  class: string;
  id: string;
  sql: string;
}

/** The corpus of the repository, or another of the same form. */
export const corpusFolder = process.env.SQL_CORPUS_DIR ?? join(import.meta.dirname, 'query');

const json = (name: string) => JSON.parse(readFileSync(join(corpusFolder, name), 'utf8')) as unknown;

export const corpusQueries = json('index.json') as CorpusQuery[];
export const attacks = json('attacks.json') as Attack[];
export const corpusText = ({ id }: CorpusQuery): string => readFileSync(join(corpusFolder, `${id}.sql`), 'utf8');

/** Rows in a form to compare: in a fixed order where the query has none. */
export function comparable(rows: unknown[][], { ordered }: CorpusQuery): unknown[][] {
  if (ordered) return rows;
  return rows
    .map((row) => ({ row, key: JSON.stringify(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
}

/** Whether two values are equal, numbers up to a relative difference. */
export function agree(a: unknown, b: unknown, tolerance: number): boolean {
  if (typeof a === 'number' && typeof b === 'number') {
    return Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(a), Math.abs(b));
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((value, index) => agree(value, b[index], tolerance));
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const keys = Object.keys(a);
  const of = (value: object, key: string) => (value as Record<string, unknown>)[key];
  return keys.length === Object.keys(b).length && keys.every((key) => agree(of(a, key), of(b, key), tolerance));
}
