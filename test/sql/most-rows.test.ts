import { describe, expect, test } from 'vitest';
import { ownerCatalogue } from '../../domain/query/tables/owner-catalogue.ts';
import { compileQuery } from '../../sql/compile-query.ts';

describe.each(['duckdb', 'trino'] as const)('%s reads no more rows than are returned', (engine) => {
  const sql = (text: string, maxRows?: number) =>
    compileQuery(text, ownerCatalogue('o'), { engine, now: 0, ...(maxRows !== undefined && { maxRows }) }).sql;

  test.each([
    ['SELECT crop FROM points', /LIMIT 11$/],
    ['SELECT DISTINCT crop FROM points', /LIMIT 11$/],
    ['SELECT crop FROM points ORDER BY speed', /ORDER BY \w+ ASC NULLS FIRST LIMIT 11$/],
    ['SELECT crop FROM points ORDER BY speed LIMIT 500', /LIMIT 11$/],
    ['SELECT crop FROM points ORDER BY speed LIMIT 5', /LIMIT 5$/],
    ['SELECT crop FROM points LIMIT 5 OFFSET 3', /LIMIT 5/],
    ['WITH a AS (SELECT 1 AS x) SELECT x FROM a UNION ALL SELECT 2', /LIMIT 11$/],
  ])('%s', (text, end) => {
    expect(sql(text, 11)).toMatch(end);
  });

  test('all rows are read without a limit', () => {
    expect(sql('SELECT crop FROM points')).not.toContain('LIMIT');
  });
});
