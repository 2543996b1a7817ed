import { pointsOnly } from '../../../domain/query/functions/geography/points-only.ts';
import { type QueryFailure, queryFailure } from '../query-failure.ts';

const known: [pattern: RegExp, code: QueryFailure][] = [
  [/division by zero/i, 'division_by_zero'],
  [new RegExp(pointsOnly), 'points_only'],
  [/^(Conversion|Invalid Input|Out of Range)/i, 'invalid_cast'],
  [/^Out of Memory/i, 'limit_exceeded'],
];

/** What the engine says of a query, without its own words. */
export function engineProblem(error: unknown): unknown {
  const message = error instanceof Error ? error.message : String(error);
  const [, code] = known.find(([pattern]) => pattern.test(message.replace(/^Error: /, ''))) ?? [];
  return code === undefined ? error : queryFailure(code, error);
}
