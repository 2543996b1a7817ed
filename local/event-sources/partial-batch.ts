import type { InvocationOutcome } from './event-source.ts';

/** Which records of a batch failed: none, all, or the named ones. */
export type BatchFailures = 'none' | 'all' | ReadonlySet<string>;

/**
 * Reads a handler's response as Lambda does for `ReportBatchItemFailures`: an empty response or an empty list is success; a
 * response of another shape, an empty identifier or one that is not in the batch fails the whole batch.
 * Source: "Reporting batch item failures" in the Lambda developer guide.
 */
export function batchFailures(outcome: InvocationOutcome, identifiers: string[], reportsItems: boolean): BatchFailures {
  if (outcome.functionError !== undefined) return 'all';
  if (!reportsItems) return 'none';
  const answer = outcome.payload;
  if (answer === null || answer === undefined || answer === '') return 'none';
  if (typeof answer !== 'object') return 'all';
  const listed = (answer as { batchItemFailures?: unknown }).batchItemFailures;
  if (listed === null || listed === undefined) return 'none';
  if (!Array.isArray(listed)) return 'all';
  const failed = new Set<string>();
  for (const entry of listed as unknown[]) {
    const identifier = (entry as { itemIdentifier?: unknown } | null)?.itemIdentifier;
    if (typeof identifier !== 'string' || !identifiers.includes(identifier)) return 'all';
    failed.add(identifier);
  }
  return failed.size === 0 ? 'none' : failed;
}
