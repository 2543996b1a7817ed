/** Codes of invalid queries, for callers that branch on them. */
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

export interface InvalidQueryPosition {
  /** From 1. */
  line: number;
  /** From 1, in code points. */
  column: number;
  /** The word or sign at the position; absent at the end of the query. */
  near?: string;
}

export interface InvalidQueryAdvice {
  /** An existing name that is similar to the given one. */
  suggestion?: string;
  /** Advice on how to correct the query. */
  hint?: string;
}

/** An invalid query with its position. The only error that compiling throws. */
export class InvalidQuery extends Error {
  readonly code: InvalidQueryCode;
  readonly line: number;
  readonly column: number;
  readonly near: string | undefined;
  readonly suggestion: string | undefined;
  readonly hint: string | undefined;

  constructor(
    code: InvalidQueryCode,
    message: string,
    position: InvalidQueryPosition,
    advice: InvalidQueryAdvice = {},
  ) {
    super(message);
    this.name = 'InvalidQuery';
    this.code = code;
    this.line = position.line;
    this.column = position.column;
    this.near = position.near;
    this.suggestion = advice.suggestion;
    this.hint = advice.hint;
  }
}
