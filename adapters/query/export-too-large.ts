import { Problem } from '../../domain/errors.ts';
import { queryProblemDetails } from '../../domain/query/problem.ts';

/** 400 for a query whose file would exceed the maximum size. */
export function exportTooLarge(bytes: number): Problem {
  const detail = `The file would have more than ${bytes / 1e6} MB. Select fewer columns, a field or a time.`;
  return new Problem('invalid', detail, queryProblemDetails('limit_exceeded'));
}
