import { QueryProblem, type QueryProblemAdvice, type QueryProblemCode, type QueryProblemPlace } from './problem.ts';

/** What is wrong at an offset of the text; becomes a `QueryProblem` once lines are counted. */
export class Fault extends Error {
  readonly code: QueryProblemCode;
  readonly at: number;
  readonly advice: QueryProblemAdvice;

  constructor(code: QueryProblemCode, at: number, message: string, advice: QueryProblemAdvice = {}) {
    super(message);
    this.code = code;
    this.at = at;
    this.advice = advice;
  }
}

export function fail(code: QueryProblemCode, at: number, message: string, advice: QueryProblemAdvice = {}): never {
  throw new Fault(code, at, message, advice);
}

export function toProblem(fault: Fault, text: string): QueryProblem {
  return new QueryProblem(fault.code, fault.message, placeOf(text, fault.at), fault.advice);
}

const maxNear = 40;

function placeOf(text: string, at: number): QueryProblemPlace {
  const before = text.slice(0, at);
  const lines = before.split(/\r\n|\r|\n/);
  const place = { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 };
  const near = /^(?:[\p{L}\p{N}_]+|.)/u.exec(text.slice(at, at + maxNear))?.[0];
  return near === undefined ? place : { ...place, near };
}
