import { describe, expect, test } from 'vitest';
import { sqlPage } from '../../domain/query/documentation/sql-page.ts';
import { compileQuery } from '../../sql/compile-query.ts';
import { functionTable } from '../../sql/functions/table.ts';
import { cells } from '../cells.ts';
import { agree, corpusFolder } from '../corpus/query-corpus.ts';
import { corpusCatalogue, corpusDatabase } from '../corpus/query-database.ts';
import { normalForm } from '../corpus/query-values.ts';
import { read } from '../house/tree.ts';

const catalogue = corpusCatalogue(corpusFolder, 'owner-a');
const database = await corpusDatabase(corpusFolder);

describe('the example of every function gives the documented result', () => {
  test.each(functionTable)('$name', async ({ example }) => {
    const { sql, columns } = compileQuery(`SELECT ${example.sql} AS x`, catalogue, {
      engine: 'duckdb',
      now: Date.now(),
      cells,
    });
    const result = await database.runAndReadAll(sql);
    const [value] = result.getRows()[0] ?? [];
    const found = normalForm(value ?? null, columns[0]?.type ?? { kind: 'NULL' });
    if (!agree(found, example.value, 1e-9)) expect(found).toEqual(example.value);
  });
});

test('every example also compiles for Trino', () => {
  const texts = functionTable.map(
    ({ example }) => compileQuery(`SELECT ${example.sql} AS x`, catalogue, { engine: 'trino', now: 0, cells }).sql,
  );
  expect(texts.every((sql) => sql.length > 0)).toBe(true);
});

test('docs/sql.md matches the function table; `npm run openapi` writes it', () => {
  expect(read('docs/sql.md')).toBe(sqlPage());
});
