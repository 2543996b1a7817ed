/** What can be wrong with a query, for callers that branch on it. */
export type InvalidQueryCode =
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

export interface InvalidQueryPlace {
  /** From 1. */
  line: number;
  /** From 1, in code points. */
  column: number;
  /** The word or sign of the query at the place; absent at its end. */
  near?: string;
}

export interface InvalidQueryAdvice {
  /** A name that exists and is close to the one that was written. */
  suggestion?: string;
  /** What to write instead. */
  hint?: string;
}

/** A query that is refused, and where. It is the only error that compiling throws. */
export class InvalidQuery extends Error {
  readonly code: InvalidQueryCode;
  readonly line: number;
  readonly column: number;
  readonly near: string | undefined;
  readonly suggestion: string | undefined;
  readonly hint: string | undefined;

  constructor(code: InvalidQueryCode, message: string, place: InvalidQueryPlace, advice: InvalidQueryAdvice = {}) {
    super(message);
    this.name = 'InvalidQuery';
    this.code = code;
    this.line = place.line;
    this.column = place.column;
    this.near = place.near;
    this.suggestion = advice.suggestion;
    this.hint = advice.hint;
  }
}
