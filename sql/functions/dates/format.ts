import { fail } from '../../fault.ts';
import type { EngineText, Expr } from '../../plan/expressions.ts';
import { type SqlType, typeOf } from '../../types/sql-type.ts';
import { call, concatenated, isNull, literal, nullOf } from '../build.ts';
import type { Expand } from '../row.ts';
import { toLocal, zoneOf } from './zone.ts';

const duck = (directive: string) => `strftime($1, '%${directive}')`;
const trino = (directive: string) => `date_format($1, '%${directive}')`;
const text = (duckdb: string, other: string): EngineText => ({ duckdb, trino: other });
const spaced = (value: string) => `lpad(CAST(${value} AS VARCHAR), 2, ' ')`;
const zeros = (value: string, length: number) => `lpad(CAST(${value} AS VARCHAR), ${length}, '0')`;
const twelve = '(hour($1) + 11) % 12 + 1';
/** %U and %W: days before the first Sunday or Monday are in week 0. */
const weekTrino = (start: number) => zeros(`(day_of_year($1) + 6 - (day_of_week($1) + ${7 - start}) % 7) / 7`, 2);

/** Templates of directives. Those of times are separate because a DATE has none. */
const ofDate: Record<string, EngineText> = {
  A: text(duck('A'), trino('W')),
  a: text(duck('a'), trino('a')),
  B: text(duck('B'), trino('M')),
  b: text(duck('b'), trino('b')),
  h: text(duck('b'), trino('b')),
  C: text(zeros('year($1) // 100', 2), zeros('year($1) / 100', 2)),
  d: text(duck('d'), trino('d')),
  e: text(spaced('day($1)'), spaced('day($1)')),
  G: text(zeros('isoyear($1)', 4), zeros('year_of_week($1)', 4)),
  g: text(zeros('isoyear($1) % 100', 2), zeros('year_of_week($1) % 100', 2)),
  j: text(duck('j'), trino('j')),
  m: text(duck('m'), trino('m')),
  Q: text('CAST(quarter($1) AS VARCHAR)', 'CAST(quarter($1) AS VARCHAR)'),
  U: text(duck('U'), weekTrino(0)),
  u: text('CAST(isodow($1) AS VARCHAR)', 'CAST(day_of_week($1) AS VARCHAR)'),
  V: text(zeros('weekofyear($1)', 2), zeros('week_of_year($1)', 2)),
  W: text(duck('W'), weekTrino(1)),
  w: text('CAST(dayofweek($1) AS VARCHAR)', 'CAST(day_of_week($1) % 7 AS VARCHAR)'),
  Y: text('CAST(year($1) AS VARCHAR)', 'CAST(year($1) AS VARCHAR)'),
  y: text(duck('y'), trino('y')),
  E4Y: text(zeros('year($1)', 4), zeros('year($1)', 4)),
};
const ofTime: Record<string, EngineText> = {
  H: text(zeros('hour($1)', 2), zeros('hour($1)', 2)),
  I: text(zeros(twelve, 2), zeros(twelve, 2)),
  k: text(spaced('hour($1)'), spaced('hour($1)')),
  l: text(spaced(twelve), spaced(twelve)),
  M: text(zeros('minute($1)', 2), zeros('minute($1)', 2)),
  S: text(zeros('second($1)', 2), zeros('second($1)', 2)),
  p: text(`CASE WHEN hour($1) < 12 THEN 'AM' ELSE 'PM' END`, `CASE WHEN hour($1) < 12 THEN 'AM' ELSE 'PM' END`),
  P: text(`CASE WHEN hour($1) < 12 THEN 'am' ELSE 'pm' END`, `CASE WHEN hour($1) < 12 THEN 'am' ELSE 'pm' END`),
  'E*S': fraction(6, true),
};
for (let digits = 1; digits <= 6; digits++) ofTime[`E${digits}S`] = fraction(digits, false);
const short: Record<string, string> = {
  F: '%Y-%m-%d',
  T: '%H:%M:%S',
  R: '%H:%M',
  D: '%m/%d/%y',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
  c: '%a %b %e %H:%M:%S %Y',
};

function fraction(digits: number, trimmed: boolean): EngineText {
  const duckdb = `${zeros('second($1)', 2)} || '.' || left(${zeros('microsecond($1) % 1000000', 6)}, ${digits})`;
  // Stored times have three digits.
  const other = `${zeros('second($1)', 2)} || '.' || substr(rpad(split_part(CAST($1 AS VARCHAR), '.', 2), 6, '0'), 1, ${digits})`;
  return trimmed
    ? text(`regexp_replace(${duckdb}, '\\.?0+$', '')`, `regexp_replace(${other}, '\\.?0+$', '')`)
    : text(duckdb, other);
}

type Kind = 'DATE' | 'DATETIME' | 'TIMESTAMP' | 'TIME';

/** Directives of each kind of value: an object for each directive of each format would be a quarter of compiling it. */
const known: Record<Kind, Record<string, EngineText>> = {
  DATE: ofDate,
  TIME: ofTime,
  DATETIME: { ...ofDate, ...ofTime },
  TIMESTAMP: { ...ofDate, ...ofTime },
};

const directive = /%(E4Y|E\*S|E\dS|[a-zA-Z%])/g;

/** Formats with a constant format, whose directives are concatenated. */
export const formats =
  (kind: Kind): Expand =>
  ([format, value, zone], { at, type, name }) => {
    if (!format || !value) throw new Error('arguments are missing');
    if (isNull(format)) return nullOf(at, type);
    if (format.kind !== 'literal') fail('unsupported_feature', format.at, `${name} takes a constant format.`);
    const local = kind === 'TIMESTAMP' ? toLocal(value, zone) : value;
    const pieces = piecesOf(String(format.value), { at: format.at, name, kind, local, value, zone });
    return { ...concatenated(at, nullWith(local, pieces)), at };
  };

interface Formatting {
  at: number;
  name: string;
  kind: Kind;
  local: Expr;
  value: Expr;
  zone: Expr | undefined;
}

function piecesOf(format: string, of: Formatting): Expr[] {
  const pieces: Expr[] = [];
  let from = 0;
  for (const match of format.matchAll(directive)) {
    if (match.index > from) pieces.push(literal(of.at, format.slice(from, match.index)));
    from = match.index + match[0].length;
    pieces.push(...pieceOf(match[1] ?? '', of));
  }
  if (from < format.length) pieces.push(literal(of.at, format.slice(from)));
  return pieces;
}

function pieceOf(letter: string, of: Formatting): Expr[] {
  const type = typeOf('STRING');
  if (letter === '%') return [literal(of.at, '%')];
  if (letter === 'n') return [literal(of.at, '\n')];
  if (letter === 't') return [literal(of.at, '\t')];
  if (Object.hasOwn(short, letter)) return piecesOf(short[letter] ?? '', of);
  if (letter === 's' && of.kind === 'TIMESTAMP') {
    return [
      call(
        of.at,
        type,
        text('CAST(epoch_us($1) // 1000000 AS VARCHAR)', 'CAST(CAST(floor(to_unixtime($1)) AS BIGINT) AS VARCHAR)'),
        [of.value],
      ),
    ];
  }
  if ((letter === 'Z' || letter === 'z') && of.kind === 'TIMESTAMP') return [zoneText(letter, of)];
  const own = known[of.kind];
  const found = Object.hasOwn(own, letter) ? own[letter] : undefined;
  if (!found) fail('unsupported_feature', of.at, `${of.name} does not support %${letter}.`);
  return [call(of.at, type, found, [of.local])];
}

function zoneText(letter: string, of: Formatting): Expr {
  const zone = of.zone ? zoneOf(of.zone) : { minutes: 0 };
  if (!('minutes' in zone))
    fail('unsupported_feature', of.at, `${of.name} does not support %${letter} for a zone with a name.`);
  const size = Math.abs(zone.minutes);
  const shown = `${zone.minutes < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}`;
  if (letter === 'z') return literal(of.at, shown + String(size % 60).padStart(2, '0'));
  return literal(of.at, zone.minutes === 0 ? 'UTC' : `UTC${shown}`);
}

/** Makes a format without directives NULL for a NULL value. */
function nullWith(value: Expr, pieces: Expr[]): Expr[] {
  if (pieces.some(({ kind }) => kind === 'call')) return pieces;
  const empty: SqlType = typeOf('STRING');
  return [
    call(
      value.at,
      empty,
      text(`CASE WHEN $1 IS NULL THEN NULL ELSE '' END`, `CASE WHEN $1 IS NULL THEN NULL ELSE '' END`),
      [value],
    ),
    ...pieces,
  ];
}
