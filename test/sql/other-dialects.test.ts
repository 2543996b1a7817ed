import { expect, test } from 'vitest';
import { catalogueOf } from '../../sql/catalogue.ts';
import { compileQuery } from '../../sql/compile-query.ts';
import { InvalidQuery } from '../../sql/invalid-query.ts';
import { storedType } from '../../sql/types/parse-type.ts';

const catalogue = catalogueOf([
  {
    name: 'points',
    stored: ['store', 'points'],
    only: { owner: 'o' },
    columns: [{ name: 'speed', type: storedType('FLOAT64'), stored: { column: 'speed' } }],
  },
]);

function problemOf(text: string): unknown {
  try {
    return compileQuery(text, catalogue, { engine: 'duckdb', now: 0 });
  } catch (error) {
    return error;
  }
}

test.each([
  ['SELECT MEDIAN(speed) FROM points', 8, 'APPROX_QUANTILES'],
  ['SELECT GROUP_CONCAT(speed) FROM points', 8, 'STRING_AGG'],
  ["SELECT STRFTIME('%Y', speed) FROM points", 8, 'FORMAT_TIMESTAMP'],
  ['SELECT speed::INT64 FROM points', 13, 'CAST(x AS type)'],
])('a function of another dialect is refused with that of GoogleSQL: %s', (text, column, hint) => {
  const problem = problemOf(text);
  expect(problem).toBeInstanceOf(InvalidQuery);
  expect(problem).toMatchObject({ column, hint: expect.stringContaining(hint) });
});
