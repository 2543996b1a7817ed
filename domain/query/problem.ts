import { Problem, type ProblemDetails } from '../errors.ts';

/** What can be wrong with a query, for callers that branch on it. */
export type QueryProblemCode =
  | 'syntax_error'
  | 'multiple_statements'
  | 'not_read_only'
  | 'unknown_table'
  | 'unknown_column'
  | 'ambiguous_column'
  | 'unknown_function'
  | 'unsupported_function'
  | 'unsupported_feature'
  | 'type_error'
  | 'invalid_query'
  | 'invalid_geography'
  | 'query_too_large'
  | 'query_too_complex';

export interface QueryProblemPlace {
  /** From 1. */
  line: number;
  /** From 1, in code points. */
  column: number;
  /** The word or sign of the query at the place; absent at its end. */
  near?: string;
}

export interface QueryProblemAdvice {
  /** A name that exists and is close to the one that was written. */
  suggestion?: string;
  /** What to write instead. */
  hint?: string;
}

/** The code is also the problem's key, which is written as all keys of this API are. */
export function queryProblemDetails(code: string, members: object = {}): ProblemDetails {
  return {
    errorKey: code.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    members: { code, ...members },
  };
}

/** A query that is refused, and where. It is the only error that compiling throws. */
export class QueryProblem extends Problem {
  readonly code: QueryProblemCode;
  readonly line: number;
  readonly column: number;
  readonly near: string | undefined;
  readonly suggestion: string | undefined;
  readonly hint: string | undefined;

  constructor(code: QueryProblemCode, detail: string, place: QueryProblemPlace, advice: QueryProblemAdvice = {}) {
    super('invalid', detail, queryProblemDetails(code, { ...place, ...advice }));
    this.name = 'QueryProblem';
    this.code = code;
    this.line = place.line;
    this.column = place.column;
    this.near = place.near;
    this.suggestion = advice.suggestion;
    this.hint = advice.hint;
  }
}
