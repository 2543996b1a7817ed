import { describe, expect, test } from 'vitest';
import { compileQuery } from '../../sql/compile-query.ts';
import { InvalidQuery } from '../../sql/invalid-query.ts';
import { agree, attacks, comparable, corpusFolder, corpusQueries, corpusText } from './query-corpus.ts';
import { corpusCatalogue, corpusDatabase } from './query-database.ts';
import { normalForm } from './query-values.ts';

/** The catalogue of a query corpus: `SQL_CORPUS_DIR` names another folder of the same form. */
const catalogue = corpusCatalogue(corpusFolder, 'owner-a');
const database = await corpusDatabase(corpusFolder);
const now = Date.now();
const compile = (text: string) => compileQuery(text, catalogue, { engine: 'duckdb', now });

async function rowsOf(text: string): Promise<unknown[][]> {
  const { sql, columns } = compile(text);
  const result = await database.runAndReadAll(sql);
  return result
    .getRows()
    .map((row) => row.map((value, index) => normalForm(value, columns[index]?.type ?? { kind: 'NULL' })));
}

function problemOf(text: string): InvalidQuery | undefined {
  try {
    compile(text);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidQuery) return error;
    throw error;
  }
}

const valid = corpusQueries.filter(({ expect: what }) => what === 'rows');
const refused = corpusQueries.filter(({ expect: what }) => what === 'reject');

describe('a query of the corpus gives the rows of the reference', () => {
  test.each(valid)('$id', async (query) => {
    const text = corpusText(query);
    const rows = comparable(await rowsOf(text), query);
    const wanted = comparable(query.rows ?? [], query);
    if (!agree(rows, wanted, query.tolerance ?? 1e-9)) expect(rows).toEqual(wanted);
    if (query.columns)
      expect(compile(text).columns.map(({ name }) => name)).toEqual(query.columns.map(({ name }) => name));
  });
});

describe('a bad query of the corpus is refused at its fault', () => {
  test.each(refused)('$id', (query) => {
    const problem = problemOf(corpusText(query));
    expect(query.codes).toContain(problem?.code);
    if (query.position) expect({ line: problem?.line, column: problem?.column }).toEqual(query.position);
  });
});

describe('an attack on other owners’ rows is refused or sees none of them', () => {
  test.each(attacks)('$id', async ({ sql }) => {
    if (problemOf(sql)) return;
    for (const engine of ['duckdb', 'trino'] as const) {
      const compiled = compileQuery(sql, catalogue, { engine, now });
      expect(compiled.sql).not.toMatch(/"store"\."\w+"(?! WHERE "owner" = 'owner-a'\))/);
    }
    const rows = await rowsOf(sql).catch((error: unknown) => [[error instanceof Error ? error.message : error]]);
    expect(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toMatch(
      /owner-[bc](?!%)/,
    );
  });
});
