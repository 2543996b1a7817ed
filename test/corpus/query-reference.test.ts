import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { engineProblem } from '../../adapters/query/duckdb/engine-problem.ts';
import { Problem } from '../../domain/errors.ts';
import { compileQuery } from '../../sql/compile-query.ts';
import { InvalidQuery } from '../../sql/invalid-query.ts';
import { agree } from './query-corpus.ts';
import { corpusCatalogue, corpusDatabase } from './query-database.ts';
import errors from './query-reference/errors.json' with { type: 'json' };
import { normalForm } from './query-values.ts';

/** Results of ZetaSQL, Google's own analyser and reference engine, for queries over the corpus's tables and for expressions. */
const reference = <T>(name: string) =>
  Object.entries(
    JSON.parse(readFileSync(join(import.meta.dirname, 'query-reference', name), 'utf8')) as Record<string, T>,
  );

const folder = join(import.meta.dirname, 'query');
const catalogue = corpusCatalogue(folder, 'owner-a');
const database = await corpusDatabase(folder);

function verdict(text: string, engine: 'duckdb' | 'trino'): string {
  try {
    compileQuery(text, catalogue, { engine, now: 0 });
    return 'accepted';
  } catch (error) {
    if (error instanceof InvalidQuery) return `${error.line}:${error.column}`;
    throw error;
  }
}

describe('a query is accepted, or refused at the line and column of the reference', () => {
  test.each(reference<string>('places.json'))('%s', (text, wanted) => {
    expect(verdict(text, 'duckdb')).toBe(wanted);
    expect(verdict(text, 'trino')).toBe(wanted);
  });
});

describe('an expression gives the value of the reference', () => {
  test.each(reference<unknown>('values.json'))('%s', async (text, wanted) => {
    const { sql, columns } = compileQuery(`SELECT ${text} AS x`, catalogue, { engine: 'duckdb', now: 0 });
    const [value] = (await database.runAndReadAll(sql)).getRows()[0] ?? [];
    const found = normalForm(value ?? null, columns[0]?.type ?? { kind: 'NULL' });
    if (!agree(found, wanted, 1e-9)) expect(found).toEqual(wanted);
  });
});

describe("an expression fails the query, with a problem for the caller, where it fails the reference's", () => {
  test.each(errors)('%s', async (text) => {
    const run = async () => {
      const { sql } = compileQuery(`SELECT ${text} AS x`, catalogue, { engine: 'duckdb', now: 0 });
      await database.runAndReadAll(sql).catch((error) => Promise.reject(engineProblem(error)));
    };
    const error = await run().catch((thrown: unknown) => thrown);
    expect(error instanceof InvalidQuery || error instanceof Problem).toBe(true);
  });
});
