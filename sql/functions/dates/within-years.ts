import type { EngineText, Expr } from '../../plan/expressions.ts';
import { call } from '../build.ts';

const message = 'not a day of the years 1 to 9999, or not a time of a day';

/** An expression of a type that ends a query on Trino, by a failing cast. */
export const failingTrino = (type: string): string => `CAST('${message}' AS ${type})`;
export const failingDuckDb = `error('${message}')`;

const bounds = (type: string, min: string, max: string, trino: string): EngineText => {
  const outside = `$1 < ${type} '${min}' OR $1 > ${type} '${max}'`;
  return {
    duckdb: `CASE WHEN ${outside} THEN ${failingDuckDb} ELSE $1 END`,
    trino: `CASE WHEN ${outside} THEN ${failingTrino(trino)} ELSE $1 END`,
  };
};

const ofDate = bounds('DATE', '0001-01-01', '9999-12-31', 'DATE');
const ofTime = bounds('TIMESTAMP', '0001-01-01 00:00:00', '9999-12-31 23:59:59.999999', 'TIMESTAMP(6)');

/** Ends the query if a computed DATE, DATETIME or TIMESTAMP is outside of the range of GoogleSQL. */
export const withinYears = (value: Expr): Expr =>
  call(value.at, value.type, value.type.kind === 'DATE' ? ofDate : ofTime, [value]);
