import { fail } from '../../fault.ts';
import { call, isNull, literal, nullOf } from '../build.ts';
import type { Expand } from '../row.ts';
import { withinYears } from './within-years.ts';
import { fromLocal } from './zone.ts';

/** Directives in the format of each engine's parser. */
const known: Record<string, { duckdb: string; trino: string }> = {
  Y: { duckdb: '%Y', trino: '%Y' },
  y: { duckdb: '%y', trino: '%y' },
  m: { duckdb: '%m', trino: '%m' },
  d: { duckdb: '%d', trino: '%d' },
  e: { duckdb: '%d', trino: '%d' },
  j: { duckdb: '%j', trino: '%j' },
  b: { duckdb: '%b', trino: '%b' },
  h: { duckdb: '%b', trino: '%b' },
  B: { duckdb: '%B', trino: '%M' },
  H: { duckdb: '%H', trino: '%H' },
  k: { duckdb: '%H', trino: '%H' },
  I: { duckdb: '%I', trino: '%h' },
  p: { duckdb: '%p', trino: '%p' },
  M: { duckdb: '%M', trino: '%i' },
  S: { duckdb: '%S', trino: '%s' },
  'E*S': { duckdb: '%S.%f', trino: '%s.%f' },
  '%': { duckdb: '%%', trino: '%%' },
};
const short: Record<string, string> = {
  F: '%Y-%m-%d',
  T: '%H:%M:%S',
  R: '%H:%M',
  D: '%m/%d/%y',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
};
const ofDate = new Set(['Y', 'y', 'm', 'd', 'e', 'j', 'b', 'h', 'B', '%']);

export const parses =
  (kind: 'DATE' | 'DATETIME' | 'TIMESTAMP' | 'TIME'): Expand =>
  ([format, value, zone], { at, type, name }) => {
    if (!format || !value) throw new Error('arguments are missing');
    if (isNull(format)) return nullOf(at, type);
    if (format.kind !== 'literal') fail('unsupported_feature', format.at, `${name} takes a constant format.`);
    const written = String(format.value).replace(/%([FTRDxX])/g, (_, letter: string) => short[letter] ?? '');
    const patterns = { duckdb: '', trino: '' };
    const pieces = written.split(/(%E\*S|%.)/s);
    for (const piece of pieces) {
      const letter = piece.startsWith('%') ? piece.slice(1) : undefined;
      if (letter === undefined) {
        if (piece.includes('%')) fail('invalid_query', format.at, `${name}: the format ends within a directive.`);
        patterns.duckdb += piece;
        patterns.trino += piece;
        continue;
      }
      const found = Object.hasOwn(known, letter) && (kind !== 'DATE' || ofDate.has(letter)) ? known[letter] : undefined;
      if (!found) fail('unsupported_feature', format.at, `${name} does not support %${letter}.`);
      patterns.duckdb += found.duckdb;
      patterns.trino += found.trino;
    }
    const args = [value, literal(format.at, patterns.duckdb), literal(format.at, patterns.trino)];
    const [engine, trino] = { DATE: ['DATE', 'DATE'], TIME: ['TIME', 'TIME(6)'] }[kind as 'DATE'] ?? [
      'TIMESTAMP',
      'TIMESTAMP(6)',
    ];
    const parsed = call(
      at,
      type,
      { duckdb: `CAST(strptime($1, $2) AS ${engine})`, trino: `CAST(date_parse($1, $3) AS ${trino})` },
      args,
    );
    if (kind === 'TIME') return parsed;
    const possible = withinYears(parsed);
    return kind === 'TIMESTAMP' ? { ...fromLocal(possible, zone), at } : possible;
  };
