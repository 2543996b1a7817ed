import { call } from '../build.ts';
import type { Expand } from '../row.ts';
import { dateParts, micros, type Part, partOf, timeParts } from './part.ts';

const epochDay = (value: string) => `date_diff('day', DATE '1970-01-01', CAST(${value} AS DATE))`;
/** 1970-01-01 is a Thursday. */
const week = (value: string, start: number) => `CAST(floor((${epochDay(value)} + ${4 - start}) / 7e0) AS BIGINT)`;

/** Number of boundaries of a part between two dates or local times. */
function borders(part: Part): { duckdb: string; trino: string } {
  const [a, b] = ['$1', '$2'];
  if (part.name === 'WEEK' || part.name === 'ISOWEEK') {
    const text = `${week(a, part.weekStart)} - ${week(b, part.weekStart)}`;
    return { duckdb: text, trino: text };
  }
  if (part.name === 'ISOYEAR')
    return { duckdb: 'isoyear($1) - isoyear($2)', trino: 'year_of_week($1) - year_of_week($2)' };
  const unit = part.name.toLowerCase();
  const trino =
    part.name === 'YEAR'
      ? 'year($1) - year($2)'
      : part.name === 'QUARTER'
        ? '(year($1) * 4 + quarter($1)) - (year($2) * 4 + quarter($2))'
        : part.name === 'MONTH'
          ? '(year($1) * 12 + month($1)) - (year($2) * 12 + month($2))'
          : part.name === 'MICROSECOND'
            ? microsBetween
            : `date_diff('${unit}', date_trunc('${unit}', $2), date_trunc('${unit}', $1))`;
  return { duckdb: `date_diff('${unit}', $2, $1)`, trino };
}

const microsBetween = 'CAST(round((to_unixtime($1) - to_unixtime($2)) * 1e6) AS BIGINT)';

/** The difference of DATE, DATETIME and TIME. */
export const bordersBetween =
  (kind: 'DATE' | 'DATETIME' | 'TIME'): Expand =>
  ([a, b, part], { at, type, name }) => {
    const allowed = kind === 'DATE' ? dateParts : kind === 'TIME' ? timeParts : [...timeParts, ...dateParts];
    if (!a || !b) throw new Error('arguments are missing');
    return call(at, type, borders(partOf(part, at, allowed, name)), [a, b]);
  };

/** The difference of TIMESTAMP: the number of whole parts. */
export const wholeBetween: Expand = ([a, b, part], { at, type, name }) => {
  if (!a || !b) throw new Error('arguments are missing');
  const found = partOf(part, at, [...timeParts, 'DAY'], name);
  const unit = found.name.toLowerCase();
  const trino = found.name === 'MICROSECOND' ? microsBetween : `date_diff('${unit}', $2, $1)`;
  return call(at, type, { duckdb: `(epoch_us($1) - epoch_us($2)) // ${micros[found.name]}`, trino }, [a, b]);
};
