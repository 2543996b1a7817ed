import type { Problem } from '../../../domain/errors.ts';
import { engineFails } from '../../../domain/query/engine-unavailable.ts';
import { lakeChanges } from '../../../domain/query/lake-changes.ts';
import { ownFailures, type QueryFailure, queryFailure } from '../../query/query-failure.ts';

/** Errors of S3 in Athena's messages that the query did not cause. */
const ofStore: [pattern: RegExp, problem: (cause: Error) => Problem][] = [
  [/SlowDown|reduce your request rate/i, engineFails],
  [/ExpiredToken|token (?:included in the request )?(?:is|has) expired/i, engineFails],
  // The file belonged to a user who was erased after the listing.
  [/NoSuchKey|key does not exist/i, lakeChanges],
];

const known: [pattern: RegExp, failure: QueryFailure][] = [
  // Furrow's own errors are failed casts, whose text is the message.
  ...ownFailures,
  [/\/ by zero/i, 'division_by_zero'],
  [/only supports POINT|must have type POINT|requires a Point/i, 'points_only'],
  [/Invalid (?:WKT|WKB|GeoJSON|geometry)|Latitude must be/i, 'invalid_geography'],
  [/SUBQUERY_MULTIPLE_ROWS/, 'several_rows'],
  [/Array subscript/i, 'out_of_bounds'],
  [/must not have more than \d+ entries/, 'too_much_made'],
  [/Bytes scanned limit|bytes scanned cutoff/i, 'too_much_read'],
  [
    /INSUFFICIENT_RESOURCES|EXCEEDED_(?:[A-Z]+_)?MEMORY|exhausted resources|EXCEEDED_LOCAL|Resources? exhausted/i,
    'out_of_memory',
  ],
  [
    /stack overflow|EXCEEDED_MAX_PLAN|QUERY_TEXT_TOO_LARGE|COMPILER_ERROR|too many (?:stages|terms)/i,
    'query_too_complex',
  ],
  [/\bNOT_SUPPORTED\b/, 'unsupported_feature'],
  [
    /INVALID_CAST_ARGUMENT|NUMERIC_VALUE_OUT_OF_RANGE|INVALID_FUNCTION_ARGUMENT|INVALID_LITERAL|GENERIC_USER_ERROR/,
    'invalid_cast',
  ],
];

/**
 * The problem of a query that failed in Athena. A failure that the query did not cause (a wrongly printed name or type,
 * a missing permission) becomes an Error, whose message stays in the log.
 */
export function athenaProblem(reason: string): Error {
  const cause = new Error(`Athena: ${reason}`);
  const [, problemOfStore] = ofStore.find(([pattern]) => /^HIVE_|S3/.test(reason) && pattern.test(reason)) ?? [];
  if (problemOfStore) return problemOfStore(cause);
  const [, failure] = known.find(([pattern]) => pattern.test(reason)) ?? [];
  return failure === undefined ? cause : queryFailure(failure, cause);
}
