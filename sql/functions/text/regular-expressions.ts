import { fail } from '../../fault.ts';
import type { EngineText, Expr, Literal } from '../../plan/expressions.ts';
import { arrayOf, typeOf } from '../../types/sql-type.ts';
import { both, call, literal } from '../build.ts';
import { partsAroundGroup } from '../parts-around-group.ts';
import { type Expand, type ExpandContext, type FunctionRow, groupOf, signature } from '../row.ts';
import { capturedGroup, type Named, ofEngines, type Pattern, readPattern } from './regular-expression-pattern.ts';

const scalar = groupOf('Regular expressions', 'scalar');

const search: Expand = ([value, given], context) => {
  if (!value || !given) throw new Error('arguments are missing');
  const { expr } = readPattern(given, context);
  return call(context.at, context.type, { duckdb: 'regexp_matches($1, $2)', trino: 'regexp_like($1, $2)' }, [
    value,
    expr,
  ]);
};

/** All matches of `$2` in `$1`. No match is searched after the last character, except in an empty text. */
function allOf(pattern: Pattern, context: Named): EngineText {
  const group = capturedGroup(pattern, context);
  const found = `regexp_extract_all($1, $2, ${group})`;
  if (pattern.constant === undefined || !pattern.mayBeEmpty) return { duckdb: found, trino: found };
  if (pattern.hasAssertion) {
    fail(
      'unsupported_feature',
      context.at,
      `${context.name} does not take a regular expression that has an assertion and may match no characters.`,
      { hint: 'Use + in the place of *.' },
    );
  }
  return {
    duckdb: `CASE WHEN $1 = '' THEN ${found} ELSE ${found}[:-2] END`,
    trino: `IF($1 = '', ${found}, slice(${found}, 1, cardinality(${found}) - 1))`,
  };
}

const extractAll: Expand = ([value, given], context) => {
  if (!value || !given) throw new Error('arguments are missing');
  const pattern = readPattern(given, context);
  const { duckdb, trino } = allOf(pattern, context);
  const text =
    pattern.constant !== undefined && pattern.hasOptionalGroup
      ? {
          duckdb: `list_transform(${duckdb}, m -> coalesce(m, ''))`,
          trino: `transform(${trino}, m -> coalesce(m, ''))`,
        }
      : { duckdb, trino };
  return call(context.at, context.type, text, [value, pattern.expr]);
};

/** The first match, or its group. */
const extract: Expand = ([value, given, ...range], context) => {
  if (!value || !given) throw new Error('arguments are missing');
  const { at, type } = context;
  const pattern = readPattern(given, context);
  const group = capturedGroup(pattern, context);
  if (range.length > 0) return extractFrom(value, pattern, range, context);
  // DuckDB cannot otherwise distinguish an absent group from an empty one.
  const duckdb =
    group === 1 && pattern.hasOptionalGroup
      ? `regexp_extract_all($1, $2, 1)[1]`
      : `CASE WHEN regexp_matches($1, $2) THEN regexp_extract($1, $2, ${group}) END`;
  return call(at, type, { duckdb, trino: `regexp_extract($1, $2, ${group})` }, [value, pattern.expr]);
};

/** The n-th match from a position on, ignoring the text before. */
function extractFrom(value: Expr, pattern: Pattern, range: Expr[], context: ExpandContext): Expr {
  const { at, type } = context;
  const [from = literal(at, 1n), nth = literal(at, 1n)] = range;
  const rest = call(at, type, both('substr($1, $2)'), [value, from]);
  const all = call(at, arrayOf(type), allOf(pattern, context), [rest, pattern.expr]);
  const notPositive = '$3 < 1 OR $4 < 1';
  const message = 'a position and an occurrence count from 1';
  const isBeyond = '$3 > greatest(length($1), 1)';
  const text = {
    duckdb: `CASE WHEN ${notPositive} THEN error('${message}') WHEN ${isBeyond} THEN NULL ELSE $2[$4] END`,
    trino: `CASE WHEN ${notPositive} THEN CAST(CAST('${message}' AS BIGINT) AS VARCHAR) WHEN ${isBeyond} THEN NULL ELSE element_at($2, CAST($4 AS INTEGER)) END`,
  };
  return call(at, type, text, [value, all, from, nth]);
}

/** BigQuery refers to groups as `\1`, Trino as `$1`. */
const replace: Expand = ([value, given, by], context) => {
  if (!value || !given || !by) throw new Error('arguments are missing');
  const { at, type, name } = context;
  const pattern = readPattern(given, context);
  if (by.kind !== 'literal') fail('unsupported_feature', by.at, `${name} takes a constant replacement.`);
  const text = String(by.value ?? '');
  const escapes = text.match(/\\./gs) ?? [];
  if (escapes.some((found) => !/[0-9\\]/.test(found)) || /^(?:[^\\]|\\.)*\\$/s.test(text))
    fail('invalid_query', by.at, `${name}: a backslash must precede a digit or another backslash.`);
  const missing = escapes.find((found) => pattern.constant !== undefined && Number(found[1]) > pattern.groups);
  if (missing)
    fail(
      'invalid_query',
      by.at,
      `${name}: the regular expression has ${pattern.groups} groups, and none for ${missing}.`,
    );
  if (pattern.mayMatchBehindItself && text !== '') {
    fail(
      'unsupported_feature',
      at,
      `${name} takes no regular expression that may match characters and, right behind them, none.`,
      { hint: 'Use + in the place of *, or begin with ^.' },
    );
  }
  const dollars = text.replace(/\\\\|\\(\d)|[$]/g, (found, digit) =>
    digit ? `$${digit}` : found === '$' ? '\\$' : '\\\\',
  );
  const asTrino: Literal = { ...by, value: by.value === null ? null : dollars };
  return call(at, type, { duckdb: `regexp_replace($1, $2, $3, 'g')`, trino: 'regexp_replace($1, $2, $3)' }, [
    value,
    pattern.expr,
    ofEngines(by, asTrino),
  ]);
};

/** The position of the group of the first match, after the match of an additional group before it. */
function positionOfGroup(value: Expr, { constant }: Pattern, context: ExpandContext): Expr {
  const { at, type, name } = context;
  const parts = constant === undefined ? undefined : partsAroundGroup(constant);
  if (!parts) {
    fail(
      'unsupported_feature',
      at,
      `${name} takes a group that is not part of another, of an alternative or of a repetition.`,
    );
  }
  const { flags, before, rest } = parts;
  const { expr } = readPattern(literal(at, `${flags}\\A((?s:.*?)${before})${rest}`), context);
  const duckdb = `CASE WHEN $1 IS NULL THEN NULL WHEN $1 <> '' AND regexp_matches($1, $2) THEN CAST(length(regexp_extract($1, $2, 1)) + 1 AS BIGINT) ELSE 0 END`;
  const trino = "coalesce(length(regexp_extract(nullif($1, ''), $2, 1)) + 1, IF($1 IS NOT NULL, BIGINT '0'))";
  return call(at, type, { duckdb, trino }, [value, expr]);
}

/** Nothing is found in an empty text, nor by an empty pattern; the position of an empty match is after it. */
const position: Expand = ([value, given], context) => {
  if (!value || !given) throw new Error('arguments are missing');
  const { at, type } = context;
  const pattern = readPattern(given, context);
  if (capturedGroup(pattern, context) === 1) return positionOfGroup(value, pattern, context);
  const around =
    pattern.constant === undefined
      ? call(at, typeOf('STRING'), both(`'\\A((?s:.*?))(' || $1 || ')'`), [given])
      : readPattern(literal(at, `\\A((?s:.*?))(${pattern.constant})`), context).expr;
  const before = 'length(regexp_extract($1, $3, 1))';
  const passed = pattern.mayBeEmpty
    ? `CASE WHEN regexp_extract($1, $3, 2) = '' AND ${before} < length($1) THEN 2 ELSE 1 END`
    : '1';
  const found = (test: string) =>
    `CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL WHEN $1 <> '' AND $2 <> '' AND ${test}($1, $2) THEN CAST(${before} + ${passed} AS BIGINT) ELSE 0 END`;
  return call(at, type, { duckdb: found('regexp_matches'), trino: found('regexp_like') }, [
    value,
    pattern.expr,
    around,
  ]);
};

export const regularExpressionRows: FunctionRow[] = [
  scalar(
    'REGEXP_CONTAINS',
    'Whether a part matches.',
    "REGEXP_CONTAINS('V-12', r'^V-\\d+')",
    true,
    signature('STRING, STRING -> BOOL', search),
  ),
  scalar(
    'REGEXP_EXTRACT',
    'The first part that matches, or its group.',
    "REGEXP_EXTRACT('field-42', r'(\\d+)')",
    '42',
    signature('STRING, STRING, INT64?, INT64? -> STRING', extract),
  ),
  scalar(
    'REGEXP_SUBSTR',
    'The first part that matches, or its group.',
    "REGEXP_SUBSTR('field-42', r'\\d+')",
    '42',
    signature('STRING, STRING, INT64?, INT64? -> STRING', extract),
  ),
  scalar(
    'REGEXP_EXTRACT_ALL',
    'All parts that match, or their groups.',
    "REGEXP_EXTRACT_ALL('a1b22', r'\\d+')",
    ['1', '22'],
    signature('STRING, STRING -> ARRAY<STRING>', extractAll),
  ),
  scalar(
    'REGEXP_REPLACE',
    'With what matches replaced; `\\1` is the first group.',
    "REGEXP_REPLACE('john deere', r'(\\w+) (\\w+)', r'\\2 \\1')",
    'deere john',
    signature('STRING, STRING, STRING -> STRING', replace),
  ),
  scalar(
    'REGEXP_INSTR',
    'Where the first match, or its group, begins, from 1; 0 without one.',
    "REGEXP_INSTR('ab12', '[0-9]')",
    3,
    signature('STRING, STRING -> INT64', position),
  ),
];
