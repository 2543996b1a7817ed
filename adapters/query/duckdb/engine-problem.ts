import { ownFailures, type QueryFailure, queryFailure } from '../query-failure.ts';
import { noGeography } from './add-geography.ts';

const known: [pattern: RegExp, failure: QueryFailure][] = [
  ...ownFailures,
  [new RegExp(noGeography), 'invalid_geography'],
  [/more than one row returned by a subquery/i, 'several_rows'],
  [/^(Conversion|Invalid Input|Out of Range)/i, 'invalid_cast'],
  [/^Out of Memory/i, 'out_of_memory'],
  [/^Not implemented.* non-inner join on /is, 'subquery_in_outer_join'],
  [/^Binder.* window expression is not supported here/is, 'window_over_outer_column'],
  [/^Not implemented/i, 'unsupported_feature'],
];

/** The problem of an engine's error, without its own message. */
export function engineProblem(error: unknown): unknown {
  const message = error instanceof Error ? error.message : String(error);
  const [, failure] = known.find(([pattern]) => pattern.test(message.replace(/^Error: /, ''))) ?? [];
  return failure === undefined ? error : queryFailure(failure, error);
}

/** Whether an error makes a database unusable: DuckDB then rejects every further statement. */
export function endsDatabase(message: string): boolean {
  return /^(?:Error: )?(?:FATAL|INTERNAL)/.test(message);
}
