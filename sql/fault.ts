import {
  InvalidQuery,
  type InvalidQueryAdvice,
  type InvalidQueryCode,
  type InvalidQueryPosition,
} from './invalid-query.ts';

/** An error at an offset of the text; converted to an `InvalidQuery` with line and column. */
export class Fault extends Error {
  readonly code: InvalidQueryCode;
  readonly at: number;
  readonly advice: InvalidQueryAdvice;

  constructor(code: InvalidQueryCode, at: number, message: string, advice: InvalidQueryAdvice = {}) {
    super(message);
    this.code = code;
    this.at = at;
    this.advice = advice;
  }
}

/**
 * Ends the compilation of a query. @throws Fault always; `at` is the offset in the query's text.
 *
 * @example if (!kind) fail('type_error', at, `Type not found: ${name}.`);
 */
export function fail(code: InvalidQueryCode, at: number, message: string, advice: InvalidQueryAdvice = {}): never {
  throw new Fault(code, at, message, advice);
}

export function invalidQuery(fault: Fault, text: string): InvalidQuery {
  return new InvalidQuery(fault.code, fault.message, positionOf(text, fault.at), fault.advice);
}

const maxNear = 40;

function positionOf(text: string, at: number): InvalidQueryPosition {
  const before = text.slice(0, at);
  const lines = before.split(/\r\n|\r|\n/);
  const position = { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 };
  const near = /^(?:[\p{L}\p{N}_]+|.)/u.exec(text.slice(at, at + maxNear))?.[0];
  return near === undefined ? position : { ...position, near };
}
