import type { InvalidQuery, InvalidQueryCode } from '../../sql/invalid-query.ts';
import { Problem } from '../errors.ts';

/** Codes of errors at run time, besides those of compilation. */
export type QueryCode =
  | InvalidQueryCode
  | 'division_by_zero'
  | 'invalid_cast'
  | 'limit_exceeded'
  | 'result_too_large'
  | 'rate_limited'
  | 'timeout'
  | 'lake_changes'
  | 'engine_busy'
  | 'engine_failed'
  | 'result_lost'
  | 'never_begun'
  | 'given_up';

type CamelCase<Code extends string> = Code extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Code;

/**
 * Details of a query's problem. Its `errorKey` is the code in camel case, like all keys of the API.
 *
 * @example queryProblemDetails('type_error') // { errorKey: 'typeError', members: { code: 'type_error' } }
 */
export function queryProblemDetails<Code extends QueryCode>(code: Code, members: object = {}) {
  const errorKey = code.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Code>;
  return { errorKey, members: { code, ...members } };
}

/** 400 for a query that does not compile, with line and column of the error. */
export function invalidQueryProblem({ code, message, line, column, near, suggestion, hint }: InvalidQuery): Problem {
  const advice = { ...(suggestion !== undefined && { suggestion }), ...(hint !== undefined && { hint }) };
  return new Problem(
    'invalid',
    message,
    queryProblemDetails(code, { line, column, ...(near !== undefined && { near }), ...advice }),
  );
}

/**
 * 504 for a query that did not end in time, with advice on how to shorten it.
 *
 * @param advice additional advice.
 */
export function queryTimedOut(milliseconds: number, advice = ''): Problem {
  const narrower = "Narrow it: name a field ('…' IN UNNEST(fieldIds)), a user or a time, or select fewer columns.";
  return new Problem(
    'timeout',
    `The query did not end within ${milliseconds / 1000} seconds. ${narrower}${advice}`,
    queryProblemDetails('timeout'),
  );
}
