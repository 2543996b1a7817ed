import type { InvalidQuery } from '../../sql/invalid-query.ts';
import { Problem, type ProblemDetails } from '../errors.ts';

/** The code is also the problem's key, which is written as all keys of this API are. */
export function queryProblemDetails(code: string, members: object = {}): ProblemDetails {
  return {
    errorKey: code.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    members: { code, ...members },
  };
}

/** 400 for a query that does not compile, with the line and column of what is wrong. */
export function invalidQueryProblem({ code, message, line, column, near, suggestion, hint }: InvalidQuery): Problem {
  const advice = { ...(suggestion !== undefined && { suggestion }), ...(hint !== undefined && { hint }) };
  return new Problem(
    'invalid',
    message,
    queryProblemDetails(code, { line, column, ...(near !== undefined && { near }), ...advice }),
  );
}
