import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '../../sql/catalogue.ts';
import { type CompiledQuery, compileQuery } from '../../sql/compile-query.ts';
import { InvalidQuery } from '../../sql/invalid-query.ts';
import { cells } from '../cells.ts';
import { corpusFolder } from '../corpus/query-corpus.ts';
import { corpusCatalogue, corpusDatabase } from '../corpus/query-database.ts';
import { normalForm } from '../corpus/query-values.ts';
import type { Tables } from '../random-queries/scope.ts';
import type { Outcome } from './compare.ts';

export const owner = 'owner-a';

/** Tables of the corpus with their columns' types. */
export const tables = JSON.parse(readFileSync(join(corpusFolder, 'dataset/schema.json'), 'utf8')) as Tables;

export const catalogue = corpusCatalogue(corpusFolder, owner);

/** The revision at which Trino reads points: it excludes files whose names have this number or a larger one. */
export const revision = 10;

const ofRevision: Catalogue = {
  ...catalogue,
  table(path) {
    const found = catalogue.table(path);
    return found?.name === 'points' ? { ...found, revision } : found;
  },
};

/** The current instant, one for all comparisons. */
export const now = Date.now();

/** @returns the compiled query, or the problem of a text that does not compile. */
export function compiled(text: string, engine: 'duckdb' | 'trino'): CompiledQuery | { problem: string } {
  try {
    return compileQuery(text, engine === 'trino' ? ofRevision : catalogue, { engine, now, cells });
  } catch (error) {
    if (error instanceof InvalidQuery)
      return { problem: `${error.line}:${error.column} ${error.code} ${error.message}` };
    throw error;
  }
}

/** Runs queries on DuckDB with the rows of the corpus. */
export async function ourSide() {
  const database = await corpusDatabase(corpusFolder);
  return {
    database,
    async run(text: string): Promise<Outcome> {
      const query = compiled(text, 'duckdb');
      if ('problem' in query) return query;
      try {
        const rows = (await database.runAndReadAll(query.sql)).getRows();
        return { rows: rows.map((row) => row.map((value, index) => normalForm(value, typeAt(query, index)))) };
      } catch (error) {
        return { problem: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}

export const typeAt = ({ columns }: CompiledQuery, index: number) =>
  columns[index]?.type ?? ({ kind: 'NULL' } as const);
