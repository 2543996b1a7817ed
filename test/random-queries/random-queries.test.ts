import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { engineProblem } from '../../adapters/query/duckdb/engine-problem.ts';
import { sqlGate } from '../../adapters/query/duckdb/gate/sql-gate.ts';
import { Problem } from '../../domain/errors.ts';
import { compileQuery } from '../../sql/compile-query.ts';
import { InvalidQuery } from '../../sql/invalid-query.ts';
import { corpusCatalogue, corpusDatabase } from '../corpus/query-database.ts';
import { randomQuery } from './query.ts';
import type { Tables } from './scope.ts';

const folder = join(import.meta.dirname, '../corpus/query');
const tables = JSON.parse(readFileSync(join(folder, 'dataset/schema.json'), 'utf8')) as Tables;
const catalogue = corpusCatalogue(folder, 'owner-a');
const database = await corpusDatabase(folder);
const seeds = Array.from({ length: 300 }, (_, index) => index + 1);

const textOf = (seed: number) => randomQuery(seed, tables, { beyondReference: seed % 2 === 0 });

/** The text for both engines, or the code of the problem. */
function compiled(text: string): { duckdb: string; trino: string } | string {
  try {
    const [duckdb, trino] = (['duckdb', 'trino'] as const).map(
      (engine) => compileQuery(text, catalogue, { engine, now: 0 }).sql,
    );
    return { duckdb: duckdb ?? '', trino: trino ?? '' };
  } catch (error) {
    if (error instanceof InvalidQuery) return error.code;
    throw error;
  }
}

test('a seed gives the same query again', () => {
  expect(seeds.map(textOf)).toEqual(seeds.map(textOf));
});

test('queries compile for both engines, pass the gate, and fail on DuckDB only because of their data', async () => {
  const pass = sqlGate({ ownerId: 'owner-a', tables: new Set(Object.keys(tables)) });
  const refused: string[] = [];
  let failed = 0;
  for (const seed of seeds) {
    const text = textOf(seed);
    const sql = compiled(text);
    if (typeof sql === 'string') {
      refused.push(`${seed} ${sql}`);
      continue;
    }
    try {
      await pass(sql.duckdb);
      await database.runAndReadAll(sql.duckdb);
    } catch (error) {
      if (!(engineProblem(error) instanceof Problem)) throw new Error(`query ${seed}: ${text}`, { cause: error });
      failed += 1;
    }
  }
  expect(refused.length).toBeLessThan(seeds.length / 20);
  expect(failed).toBeLessThan(seeds.length / 10);
});
