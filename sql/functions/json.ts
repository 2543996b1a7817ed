import { fail } from '../fault.ts';
import type { Expr } from '../plan/expressions.ts';
import { call, literal, nullOf } from './build.ts';
import { toJsonString } from './json-text.ts';
import { type Expand, type FunctionRow, groupOf, signature } from './row.ts';

const scalar = groupOf('JSON', 'scalar');
const step = /^(?:\.([A-Za-z_][\w-]*)|\."((?:[^"\\]|\\.)*)"|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\])/;

/** The steps of `$.a[0]."b c"`. */
function stepsOf(path: Expr, name: string): (string | number)[] {
  if (path.kind !== 'literal' || typeof path.value !== 'string') {
    fail('unsupported_feature', path.at, `${name} takes a constant path.`);
  }
  let rest = path.value;
  if (!rest.startsWith('$')) fail('invalid_query', path.at, `${name}: a path begins with "$".`);
  rest = rest.slice(1);
  const steps: (string | number)[] = [];
  while (rest) {
    const match = step.exec(rest);
    if (!match) fail('invalid_query', path.at, `${name}: the path is not understood at "${rest.slice(0, 20)}".`);
    const member = match[1] ?? match[2] ?? match[4] ?? match[5];
    steps.push(member === undefined ? Number(match[3]) : member.replace(/\\(.)/g, '$1'));
    rest = rest.slice(match[0].length);
  }
  return steps;
}

/**
 * A path with every step in quotes or brackets, so that characters of names have no special meaning. Names with quotes
 * or asterisks cannot be written for either engine.
 */
function pathText(steps: (string | number)[], at: number, dialect: 'duckdb' | 'trino'): string {
  const parts = steps.map((part) => {
    if (typeof part === 'number') return `[${part}]`;
    if (/["*\\]/.test(part))
      fail('unsupported_feature', at, 'A name in a JSON path has no quotes, stars and backslashes.');
    return dialect === 'duckdb' ? `."${part}"` : `["${part}"]`;
  });
  return `$${parts.join('')}`;
}

const pathed =
  (duckdb: string, trino: string): Expand =>
  ([json, path], { at, type, name }) => {
    if (!json) throw new Error('an argument is missing');
    if (path?.kind === 'literal' && path.value === null) return nullOf(at, type);
    const steps = path ? stepsOf(path, name) : [];
    const position = path?.at ?? at;
    const args = [
      json,
      literal(position, pathText(steps, position, 'duckdb')),
      literal(position, pathText(steps, position, 'trino')),
    ];
    return call(at, type, { duckdb, trino }, args);
  };

/** The text of a value other than objects and arrays. */
const value = pathed(
  `CASE WHEN NOT json_valid($1) OR json_type($1, $2) IN ('OBJECT', 'ARRAY', 'NULL') THEN NULL ELSE json_extract_string($1, $2) END`,
  'json_extract_scalar($1, $3)',
);
const query = pathed(
  `CASE WHEN NOT json_valid($1) THEN NULL ELSE CAST(json_extract($1, $2) AS VARCHAR) END`,
  'json_format(json_extract($1, $3))',
);
const array = pathed(
  `CASE WHEN NOT json_valid($1) OR json_type($1, $2) <> 'ARRAY' THEN NULL ELSE list_transform(CAST(json_extract($1, $2) AS JSON[]), j -> coalesce(CAST(j AS VARCHAR), 'null')) END`,
  `transform(TRY_CAST(json_extract($1, $3) AS ARRAY(JSON)), j -> coalesce(json_format(j), 'null'))`,
);
/** NULL if an element is an object or an array. */
const values = pathed(
  `CASE WHEN NOT json_valid($1) OR json_type($1, $2) <> 'ARRAY' OR list_contains(list_transform(CAST(json_extract($1, $2) AS JSON[]), j -> json_type(j) IN ('OBJECT', 'ARRAY')), TRUE) THEN NULL ELSE list_transform(CAST(json_extract($1, $2) AS JSON[]), j -> json_extract_string(j, '$$')) END`,
  `IF(any_match(TRY_CAST(json_extract($1, $3) AS ARRAY(JSON)), j -> regexp_like(json_format(j), '^[\\[{]')), NULL, transform(TRY_CAST(json_extract($1, $3) AS ARRAY(JSON)), j -> json_extract_scalar(j, '$$')))`,
);

export const jsonRows: FunctionRow[] = [
  scalar(
    'JSON_VALUE',
    'A text, number or boolean at a path, as text.',
    `JSON_VALUE('{"x": "y"}', '$.x')`,
    'y',
    signature('STRING, STRING? -> STRING', value),
  ),
  scalar(
    'JSON_EXTRACT_SCALAR',
    'A text, number or boolean at a path, as text.',
    `JSON_EXTRACT_SCALAR('{"a": {"b": 5}}', '$.a.b')`,
    '5',
    signature('STRING, STRING? -> STRING', value),
  ),
  scalar(
    'JSON_QUERY',
    'The value at a path, as JSON.',
    `JSON_QUERY('{"x": [1,2]}', '$.x')`,
    '[1,2]',
    signature('STRING, STRING? -> STRING', query),
  ),
  scalar(
    'JSON_EXTRACT',
    'The value at a path, as JSON.',
    `JSON_EXTRACT('{"x": [1,2]}', '$.x')`,
    '[1,2]',
    signature('STRING, STRING? -> STRING', query),
  ),
  scalar(
    'JSON_QUERY_ARRAY',
    'The elements of an array, as JSON.',
    `JSON_QUERY_ARRAY('["a", 1]')`,
    ['"a"', '1'],
    signature('STRING, STRING? -> ARRAY<STRING>', array),
  ),
  scalar(
    'JSON_EXTRACT_ARRAY',
    'The elements of an array, as JSON.',
    `JSON_EXTRACT_ARRAY('["a", 1]')`,
    ['"a"', '1'],
    signature('STRING, STRING? -> ARRAY<STRING>', array),
  ),
  scalar(
    'JSON_VALUE_ARRAY',
    'The elements of an array, as text.',
    `JSON_VALUE_ARRAY('["a", 1]')`,
    ['a', '1'],
    signature('STRING, STRING? -> ARRAY<STRING>', values),
  ),
  scalar(
    'JSON_EXTRACT_STRING_ARRAY',
    'The elements of an array, as text.',
    `JSON_EXTRACT_STRING_ARRAY('["a", 1]')`,
    ['a', '1'],
    signature('STRING, STRING? -> ARRAY<STRING>', values),
  ),
  scalar(
    'TO_JSON_STRING',
    'A value as JSON, structs and arrays included; numbers that a double would change are texts, and geographies WKT.',
    "TO_JSON_STRING(STRUCT(1 AS a, ['x', NULL] AS b))",
    '{"a":1,"b":["x",null]}',
    signature('T -> STRING', toJsonString),
  ),
];
