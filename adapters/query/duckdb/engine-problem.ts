import { Problem } from '../../../domain/errors.ts';
import { queryProblemDetails } from '../../../domain/query/problem.ts';

const known: [pattern: RegExp, code: string, detail: string][] = [
  [/division by zero/i, 'division_by_zero', 'The query divides by zero. Write SAFE_DIVIDE(a, b), which is NULL then.'],
  [
    /^(Conversion|Invalid Input|Out of Range)/i,
    'invalid_cast',
    'A value cannot be converted, or is out of range. Write SAFE_CAST, which is NULL then.',
  ],
  [
    /^Out of Memory/i,
    'limit_exceeded',
    'The query needs more memory than one query may have. Select fewer columns, group by less, or add a LIMIT.',
  ],
];

/** What the engine says of a query, without its own words, which name what no caller knows. */
export function engineProblem(error: unknown): unknown {
  const message = error instanceof Error ? error.message : String(error);
  const [, code, detail] = known.find(([pattern]) => pattern.test(message.replace(/^Error: /, ''))) ?? [];
  return code === undefined
    ? error
    : new Problem('invalid', detail ?? '', { ...queryProblemDetails(code), cause: error });
}
