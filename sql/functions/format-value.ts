import { fail } from '../fault.ts';
import type { Expr } from '../plan/expressions.ts';
import { type SqlType, typeOf } from '../types/sql-type.ts';
import { both, call, concatenated, isNull, literal } from './build.ts';
import type { Expand } from './row.ts';

const directive = /%([-+ 0#']*)([1-9]\d*)?(?:\.(\d+))?([a-zA-Z%])/g;

/** `FORMAT` with a constant format, whose pieces are concatenated. */
export const formatValue: Expand = ([format, ...values], { at, type }) => {
  if (format?.kind !== 'literal') fail('unsupported_feature', format?.at ?? at, 'FORMAT takes a constant text.');
  if (isNull(format)) return format;
  const text = String(format.value);
  const pieces: Expr[] = [];
  let from = 0;
  let used = 0;
  for (const match of text.matchAll(directive)) {
    const [whole, flags = '', width, precision, letter = ''] = match;
    plain(text.slice(from, match.index), at, pieces);
    from = match.index + whole.length;
    if (letter === '%') {
      pieces.push(literal(at, '%'));
      continue;
    }
    const value = values[used];
    used += 1;
    if (!value) fail('invalid_query', at, `FORMAT has no value for ${whole}.`);
    const piece = written(value, letter, flags, precision, whole);
    pieces.push(width ? padded(piece, flags, Number(width)) : piece);
  }
  plain(text.slice(from), at, pieces);
  if (used < values.length) fail('invalid_query', at, `FORMAT takes ${used} values, and ${values.length} were given.`);
  return { ...concatenated(at, pieces), type };
};

function plain(text: string, at: number, pieces: Expr[]): void {
  if (text.includes('%'))
    fail('invalid_query', at, `FORMAT: "${text.slice(text.indexOf('%'), text.indexOf('%') + 3)}" is not a directive.`);
  if (text) pieces.push(literal(at, text));
}

function written(value: Expr, letter: string, flags: string, precision: string | undefined, whole: string): Expr {
  const { at, type } = value;
  const grouped = flags.includes("'");
  const wrong = (): never => fail('type_error', at, `FORMAT: ${whole} does not take a value of type ${type.kind}.`);
  if (letter === 'd' || letter === 'i') {
    if (type.kind !== 'INT64') wrong();
    const digits = grouped ? { duckdb: `format('{:,}', $1)`, trino: `format('%,d', $1)` } : both('CAST($1 AS VARCHAR)');
    return signed(call(at, typeOf('STRING'), digits, [value]), value, flags);
  }
  if (letter === 'f' || letter === 'F') {
    if (!['FLOAT64', 'NUMERIC', 'INT64'].includes(type.kind)) wrong();
    const digits = Math.min(Number(precision ?? 6), 30);
    const duckdb = grouped
      ? `format('{:,.${digits}f}', CAST($1 AS DOUBLE))`
      : `printf('%.${digits}f', CAST($1 AS DOUBLE))`;
    const trino = `format('%${grouped ? ',' : ''}.${digits}f', CAST($1 AS DOUBLE))`;
    return signed(call(at, typeOf('STRING'), { duckdb, trino }, [value]), value, flags);
  }
  if (letter === 'e' || letter === 'E') {
    const digits = Math.min(Number(precision ?? 6), 30);
    const text = `%.${digits}${letter}`;
    return call(
      at,
      typeOf('STRING'),
      { duckdb: `printf('${text}', CAST($1 AS DOUBLE))`, trino: `format('${text}', CAST($1 AS DOUBLE))` },
      [value],
    );
  }
  if (letter === 'x' || letter === 'X') {
    if (type.kind !== 'INT64') wrong();
    const upper = letter === 'X';
    return call(
      at,
      typeOf('STRING'),
      { duckdb: `printf('%${letter}', $1)`, trino: upper ? 'upper(to_base($1, 16))' : 'to_base($1, 16)' },
      [value],
    );
  }
  if (letter === 's') {
    if (type.kind !== 'STRING' && type.kind !== 'NULL') wrong();
    return precision ? call(at, typeOf('STRING'), both(`substr($1, 1, ${Number(precision)})`), [value]) : value;
  }
  if (letter === 't' || letter === 'T' || letter === 'g') return asText(value, letter === 'T', whole);
  return wrong();
}

const signed = (text: Expr, value: Expr, flags: string): Expr =>
  flags.includes('+')
    ? call(text.at, typeOf('STRING'), both(`CASE WHEN $2 >= 0 THEN '+' ELSE '' END || $1`), [text, value])
    : text;

function padded(text: Expr, flags: string, width: number): Expr {
  if (width > 1000) fail('invalid_query', text.at, 'FORMAT takes a width up to 1000.');
  const side = flags.includes('-') ? 'rpad' : 'lpad';
  const fill = flags.includes('0') && side === 'lpad' ? '0' : ' ';
  const sql = `CASE WHEN length($1) >= ${width} THEN $1 ELSE ${side}($1, ${width}, '${fill}') END`;
  return call(text.at, typeOf('STRING'), both(sql), [text]);
}

function asText(value: Expr, quoted: boolean, whole: string): Expr {
  const { at, type } = value;
  const supported: SqlType['kind'][] = [
    'STRING',
    'INT64',
    'FLOAT64',
    'NUMERIC',
    'BOOL',
    'DATE',
    'TIMESTAMP',
    'DATETIME',
    'TIME',
    'NULL',
  ];
  if (!supported.includes(type.kind))
    fail('unsupported_feature', at, `FORMAT: ${whole} of ${type.kind} is not supported.`);
  const text: Expr =
    type.kind === 'STRING' ? value : { kind: 'cast', at, type: typeOf('STRING'), operand: value, safe: false };
  const shown = quoted && type.kind === 'STRING' ? call(at, typeOf('STRING'), both(`'"' || $1 || '"'`), [text]) : text;
  // An integral FLOAT64 is distinguished from an INT64.
  const formatted =
    type.kind === 'FLOAT64'
      ? call(
          at,
          typeOf('STRING'),
          {
            duckdb: `CASE WHEN regexp_matches($1, '^-?\\d+$') THEN $1 || '.0' ELSE $1 END`,
            trino: `IF(regexp_like($1, '^-?\\d+$'), $1 || '.0', $1)`,
          },
          [shown],
        )
      : shown;
  return call(at, typeOf('STRING'), both(`coalesce($1, 'NULL')`), [formatted]);
}
