import type { DuckDBConnection } from '@duckdb/node-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { cellValue } from '../../../adapters/aws/athena/cell-value.ts';
import { resultValue } from '../../../adapters/query/duckdb/result-value.ts';
import { compileQuery } from '../../../domain/query/compile-query.ts';
import { functionTable } from '../../../domain/query/functions/table.ts';
import { cellText } from '../../../local/athena/cell-text.ts';
import { addTrino } from '../../../local/athena/trino/macros.ts';
import { translate } from '../../../local/athena/trino/translate.ts';
import { agree, comparable, corpusFolder, corpusQueries, corpusText } from '../../corpus/query-corpus.ts';
import { corpusCatalogue, corpusDatabase } from '../../corpus/query-database.ts';

const catalogue = corpusCatalogue(corpusFolder, 'owner-a');
const now = Date.now();
let database: DuckDBConnection;
beforeAll(async () => {
  database = await corpusDatabase(corpusFolder);
  await database.run("set global timezone = 'UTC'");
  await addTrino(database);
});

/** The rows as the DuckDB engine answers them. */
async function direct(text: string): Promise<unknown[][]> {
  const { sql, columns } = compileQuery(text, catalogue, { engine: 'duckdb', now });
  const rows = (await database.runAndReadAll(sql)).getRows();
  return rows.map((row) => row.map((value, index) => resultValue(value, columns[index]?.type ?? { kind: 'NULL' })));
}

/** The same by way of Athena: what is printed for Trino, translated, and its cells as Athena writes them. */
async function byAthena(text: string): Promise<unknown[][]> {
  const { sql, columns } = compileQuery(text, catalogue, { engine: 'trino', now });
  const result = await database.runAndReadAll(translate(sql));
  const types = result.columnTypes().map(String);
  return result
    .getRows()
    .map((row) =>
      row.map((value, index) =>
        cellValue(cellText(value, types[index] ?? ''), columns[index]?.type ?? { kind: 'NULL' }),
      ),
    );
}

/** Predicates on the plane agree with the sphere within a centimetre, and areas to a millionth. */
const tolerance = 1e-6;

describe('a query of the corpus gives the same rows by way of Athena', () => {
  test.each(corpusQueries.filter(({ expect: what }) => what === 'rows'))('$id', async (query) => {
    const text = corpusText(query);
    const [rows, wanted] = [comparable(await byAthena(text), query), comparable(await direct(text), query)];
    if (!agree(rows, wanted, Math.max(query.tolerance ?? 0, tolerance))) expect(rows).toEqual(wanted);
  });
});

describe('the example of a function gives the same value by way of Athena', () => {
  test.each(functionTable)('$name', async ({ example }) => {
    const text = `SELECT ${example.sql} AS x`;
    const [rows, wanted] = [await byAthena(text), await direct(text)];
    if (!agree(rows, wanted, tolerance)) expect(rows).toEqual(wanted);
  });
});

describe('what Trino would refuse', () => {
  test.each([
    ['SELECT read_text(1)', 'FUNCTION_NOT_FOUND'],
    ['SELECT getenv(1)', 'FUNCTION_NOT_FOUND'],
    ['SELECT CAST(1 AS HUGEINT)', 'TYPE_NOT_FOUND'],
    ['SELECT (1', 'SYNTAX_ERROR'],
    ['SELECT 1; SELECT 2', 'SYNTAX_ERROR'],
    ['SELECT 1 -- rest', undefined],
  ])('%s is refused', (sql, code) => {
    if (code) expect(() => translate(sql)).toThrow(expect.objectContaining({ code }));
    else expect(translate(sql)).toContain('rest');
  });
});
