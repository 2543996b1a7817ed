import { expect, test } from 'vitest';
import { withoutExamples } from '../../infra/slim-functions.ts';

test.each([
  [
    "scalar('FLOOR', 'The next whole number downwards.', 'FLOOR(-2.1)', -3, ...rounded('floor($1)'))",
    "scalar('FLOOR', '', '', -3, ...rounded('floor($1)'))",
  ],
  [
    "geo(\n    'ST_AREA',\n    'area',\n    'Square metres.',\n    `ROUND(ST_AREA(g) / 1e6)`,\n    12364,",
    "geo(\n    'ST_AREA',\n    'area',\n    '', '',\n    12364,",
  ],
  ["aggregate('SUM', 'The sum.', over('SUM(x)'), 10)", "aggregate('SUM', '', over('SUM(x)'), 10)"],
  ["scalar(name, 'Of an angle.', `SIN(1)`, 1)", "scalar(name, '', '', 1)"],
  [`array('X', 'It\\'s one.', "X(['a'], 2)", 'b', more)`, `array('X', '', '', 'b', more)`],
])('%s loses its words and its example', (source, slim) => {
  expect(withoutExamples(source)).toBe(slim);
});

test.each([
  "writes('STRING -> INT64', 'length($1)')",
  "renamed(aggregateRows, 'ARRAY_AGG', 'COLLECT_SET', '')",
  "new Set(['A.', 'B.', 'C.'])",
  "fail('invalid_query', at, 'It is wrong.', { hint: 'Write more.' })",
])('%s stays as it is', (source) => {
  expect(withoutExamples(source)).toBe(source);
});
