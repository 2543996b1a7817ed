import type { DuckDBConnection } from '@duckdb/node-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { addTrino } from '../../../local/athena/trino/macros.ts';
import { translate } from '../../../local/athena/trino/translate.ts';
import { compileQuery } from '../../../sql/compile-query.ts';
import { existsCases, queryCases } from '../../corpus/query-cases.ts';
import { corpusFolder } from '../../corpus/query-corpus.ts';
import { corpusCatalogue, corpusDatabase } from '../../corpus/query-database.ts';

const catalogue = corpusCatalogue(corpusFolder, 'owner-a');
let database: DuckDBConnection;
beforeAll(async () => {
  database = await corpusDatabase(corpusFolder);
  await addTrino(database);
});

describe.each(['duckdb', 'trino'] as const)('on %s', (engine) => {
  test.each(engine === 'duckdb' ? [...queryCases, ...existsCases] : queryCases)('%s', async (text, wanted) => {
    const { sql } = compileQuery(text, catalogue, { engine, now: 0 });
    const read = await database.runAndReadAll(engine === 'trino' ? translate(sql) : sql);
    const rows = read.getRowsJson().map((row) => row.map((value) => value ?? '-').join(' '));
    expect(rows.toSorted()).toEqual(wanted);
  });
});
