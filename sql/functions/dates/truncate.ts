import type { EngineText, Expr } from '../../plan/expressions.ts';
import { call } from '../build.ts';
import type { Expand } from '../row.ts';
import { dateParts, type Part, partOf, timeParts } from './part.ts';
import { withinYears } from './within-years.ts';
import { fromLocal, toLocal } from './zone.ts';

/** The start of the part that contains a date or local time. */
function start(value: Expr, part: Part): Expr {
  const { at, type } = value;
  const kind = type.kind === 'DATE' ? 'DATE' : 'TIMESTAMP';
  const trinoKind = type.kind === 'DATE' ? 'DATE' : 'TIMESTAMP(6)';
  const cast = (duckdb: string, trino: string): EngineText => ({
    duckdb: `CAST(${duckdb} AS ${kind})`,
    trino: `CAST(${trino} AS ${trinoKind})`,
  });
  if (part.name === 'WEEK' || part.name === 'ISOWEEK') {
    const duckdb = `CAST($1 AS DATE) - CAST((dayofweek($1) + ${7 - part.weekStart}) % 7 AS INTEGER)`;
    const trino = `date_add('day', -((day_of_week($1) + ${7 - part.weekStart}) % 7), CAST($1 AS DATE))`;
    return withinYears(call(at, type, cast(duckdb, trino), [value]));
  }
  if (part.name === 'ISOYEAR') {
    const duckdb = `date_trunc('week', make_date(CAST(isoyear($1) AS INTEGER), 1, 4))`;
    const trino = `date_trunc('week', CAST(lpad(CAST(year_of_week($1) AS VARCHAR), 4, '0') || '-01-04' AS DATE))`;
    return call(at, type, cast(duckdb, trino), [value]);
  }
  const unit = part.name.toLowerCase();
  if (part.name === 'MICROSECOND') return value;
  return call(at, type, cast(`date_trunc('${unit}', $1)`, `date_trunc('${unit}', $1)`), [value]);
}

export const truncates =
  (kind: 'DATE' | 'DATETIME' | 'TIMESTAMP'): Expand =>
  ([value, part, zone], { at, name }) => {
    if (!value) throw new Error('an argument is missing');
    const found = partOf(part, at, kind === 'DATE' ? dateParts : [...timeParts, ...dateParts], name);
    if (kind !== 'TIMESTAMP') return { ...start(value, found), at };
    return { ...fromLocal(start(toLocal(value, zone), found), zone), at };
  };

export const truncatesTime: Expand = ([value, part], { at, type, name }) => {
  if (!value) throw new Error('an argument is missing');
  const found = partOf(part, at, timeParts, name);
  const unit = found.name.toLowerCase();
  const duckdb = `CAST(date_trunc('${unit}', DATE '1970-01-01' + $1) AS TIME)`;
  return found.name === 'MICROSECOND' ? value : call(at, type, { duckdb, trino: `date_trunc('${unit}', $1)` }, [value]);
};

/** The last day of the part that contains a date. */
export const lastDay: Expand = ([value, part], { at, name, type }) => {
  if (!value) throw new Error('an argument is missing');
  const found = part
    ? partOf(part, at, ['MONTH', 'QUARTER', 'YEAR', 'WEEK', 'ISOWEEK', 'ISOYEAR'], name)
    : { at, name: 'MONTH', weekStart: 0 };
  const first = { ...start({ ...value, type }, found), at };
  if (found.name === 'WEEK' || found.name === 'ISOWEEK') {
    return withinYears(call(at, type, { duckdb: '$1 + 6', trino: `date_add('day', 6, $1)` }, [first]));
  }
  if (found.name === 'ISOYEAR') {
    const next = {
      duckdb: `CAST(date_trunc('week', make_date(CAST(isoyear($1) + 1 AS INTEGER), 1, 4)) AS DATE) - 1`,
      trino: `date_add('day', -1, date_trunc('week', date_add('year', 1, CAST(lpad(CAST(year_of_week($1) AS VARCHAR), 4, '0') || '-01-04' AS DATE))))`,
    };
    return withinYears(call(at, type, next, [value]));
  }
  const months = { MONTH: 1, QUARTER: 3, YEAR: 12 }[found.name as 'MONTH' | 'QUARTER' | 'YEAR'];
  return call(
    at,
    type,
    {
      duckdb: `CAST($1 + to_months(${months}) AS DATE) - 1`,
      trino: `date_add('day', -1, date_add('month', ${months}, $1))`,
    },
    [first],
  );
};
