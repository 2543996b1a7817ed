import { fail } from '../fault.ts';
import type { Expr } from '../plan/expressions.ts';
import { call, literal } from './build.ts';
import { partsAroundGroup } from './parts-around-group.ts';
import { type Expand, type ExpandContext, type FunctionRow, groupOf, signature } from './row.ts';

const scalar = groupOf('Regular expressions', 'scalar');

/** What RE2 does not know; Trino's engine does, with time that may grow without bound. */
const unknownToRe2 = /\(\?(?:[=!>]|<[=!])|\\[1-9]|[*+?}]\+|\\[kGZ]/;

/** Engines spell the names of groups each in their way, and nothing names them. */
const withoutNames = (pattern: string) =>
  pattern.replace(/(\\.|\[\^?\]?(?:\\.|[^\]\\])*\])|\(\?P?<\w+>/gs, (_, other: string | undefined) => other ?? '(');

/** A pattern that both engines understand. Patterns that are not constant are left to the engine. */
function checked(pattern: Expr, at: number, name: string): { groups: number | undefined; pattern: Expr } {
  if (pattern.kind !== 'literal' || typeof pattern.value !== 'string') return { groups: undefined, pattern };
  const text = pattern.value;
  const unescaped = text.replace(/\\[^1-9kGZ]/g, '');
  if (unknownToRe2.test(unescaped.replace(/\[[^\]]*\]/g, ''))) {
    fail('invalid_query', at, `${name}: look-around, back references and possessive quantifiers are not supported.`);
  }
  const bare = unescaped.replace(/\[\^?\]?[^\]]*\]/g, '');
  let depth = 0;
  for (const sign of bare.replace(/[^()]/g, '')) {
    depth += sign === '(' ? 1 : -1;
    if (depth < 0) break;
  }
  if (depth !== 0) fail('invalid_query', at, `${name}: the parentheses of the regular expression do not match.`);
  const groups = bare.match(/\((?!\?)|\(\?P?<(?![=!])/g)?.length ?? 0;
  return { groups, pattern: { ...pattern, value: withoutNames(text) } };
}

const search: Expand = ([value, given], { at, type, name }) => {
  if (!value || !given) throw new Error('arguments are missing');
  const { pattern } = checked(given, at, name);
  return call(at, type, { duckdb: 'regexp_matches($1, $2)', trino: 'regexp_like($1, $2)' }, [value, pattern]);
};

/** The one group of a pattern, or the whole match. */
const extract: Expand = ([value, given, ...place], { at, type, name }) => {
  if (!value || !given) throw new Error('arguments are missing');
  const { groups, pattern } = checked(given, at, name);
  if ((groups ?? 0) > 1) fail('invalid_query', at, `${name} takes a regular expression with one group at most.`);
  const group = groups === 1 ? 1 : 0;
  if (name === 'REGEXP_EXTRACT_ALL') {
    const text = `regexp_extract_all($1, $2, ${group})`;
    return call(at, type, { duckdb: text, trino: text }, [value, pattern]);
  }
  const [from = literal(at, 1n), nth = literal(at, 1n)] = place;
  const all = {
    duckdb: `regexp_extract_all(substr($1, $3), $2, ${group})[$4]`,
    trino: `element_at(regexp_extract_all(substr($1, $3), $2, ${group}), CAST($4 AS INTEGER))`,
  };
  if (place.length > 0) return call(at, type, all, [value, pattern, from, nth]);
  const duckdb = `CASE WHEN regexp_matches($1, $2) THEN regexp_extract($1, $2, ${group}) END`;
  return call(at, type, { duckdb, trino: `regexp_extract($1, $2, ${group})` }, [value, pattern]);
};

/** BigQuery writes groups as `\1`, Trino as `$1`. */
const replace: Expand = ([value, given, by], { at, type, name }) => {
  if (!value || !given || !by) throw new Error('arguments are missing');
  const { pattern } = checked(given, at, name);
  if (by.kind !== 'literal') fail('unsupported_feature', by.at, `${name} takes a constant replacement.`);
  const text = String(by.value ?? '');
  const wrong = /\\(?![0-9\\])/.test(text.replace(/\\\\/g, ''));
  if (wrong) fail('invalid_query', by.at, `${name}: a backslash stands before a digit or another backslash.`);
  const dollars = text.replace(/\\\\|\\(\d)|[$]/g, (found, digit) =>
    digit ? `$${digit}` : found === '$' ? '\\$' : '\\\\',
  );
  const asTrino = { ...by, value: by.value === null ? null : dollars } as Expr;
  const forTrino = call(at, type, { duckdb: '$1', trino: '$2' }, [by, asTrino]);
  return call(at, type, { duckdb: `regexp_replace($1, $2, $3, 'g')`, trino: 'regexp_replace($1, $2, $3)' }, [
    value,
    pattern,
    forTrino,
  ]);
};

/** Where the group of the first match begins: behind what a further group finds before it. */
function positionOfGroup(value: Expr, pattern: Expr, { at, type, name }: Omit<ExpandContext, 'now'>): Expr {
  const parts = pattern.kind === 'literal' ? partsAroundGroup(String(pattern.value)) : undefined;
  if (!parts) {
    fail(
      'unsupported_feature',
      at,
      `${name} takes a group that is no part of another, of an alternative or of a repetition.`,
    );
  }
  const { flags, before, rest } = parts;
  const all = literal(at, `${flags}\\A((?s:.*?)${before})${rest}`);
  const duckdb = `CASE WHEN $1 IS NULL THEN NULL WHEN $1 <> '' AND regexp_matches($1, $2) THEN CAST(length(regexp_extract($1, $2, 1)) + 1 AS BIGINT) ELSE 0 END`;
  const trino = "coalesce(length(regexp_extract(nullif($1, ''), $2, 1)) + 1, IF($1 IS NOT NULL, BIGINT '0'))";
  return call(at, type, { duckdb, trino }, [value, all]);
}

/** Nothing is found in an empty text, nor by an empty pattern. */
const position: Expand = ([value, given], { at, type, name }) => {
  if (!value || !given) throw new Error('arguments are missing');
  const { groups, pattern } = checked(given, at, name);
  if ((groups ?? 0) > 1) fail('invalid_query', at, `${name} takes a regular expression with one group at most.`);
  if (groups === 1) return positionOfGroup(value, pattern, { at, type, name });
  const duckdb = `CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL WHEN $1 <> '' AND $2 <> '' AND regexp_matches($1, $2) THEN CAST(length(string_split_regex($1, $2)[1]) + 1 AS BIGINT) ELSE 0 END`;
  return call(
    at,
    type,
    {
      duckdb,
      trino: `CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL WHEN $1 <> '' AND $2 <> '' THEN greatest(regexp_position($1, $2), 0) ELSE 0 END`,
    },
    [value, pattern],
  );
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
    signature('STRING, STRING -> ARRAY<STRING>', extract),
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
