import { createHash } from 'node:crypto';
import type { Clock } from '../../../../domain/clock.ts';
import { Problem } from '../../../../domain/errors.ts';

/** Log fields of a query that ran. Its text may contain names and places of people, and is never among them. */
export interface LoggedQuery {
  text: string;
  ownerId: string;
  /** The request or the query that it belongs to. */
  requestId: string;
}

/**
 * Runs a query and writes one line about it: whose it was, how long it took, what it gave or why it failed.
 *
 * @example const rows = await withQueryLog({ text, ownerId, requestId }, clock, () => run(compiled, signal));
 */
export async function withQueryLog<T>(
  { text, ownerId, requestId }: LoggedQuery,
  clock: Clock,
  run: () => Promise<{ result: T; rows: number; bytes: number }>,
): Promise<T> {
  const begun = clock.now();
  const query = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const log = (more: object) =>
    console.info(JSON.stringify({ query, ownerId, requestId, milliseconds: clock.now() - begun, ...more }));
  try {
    const { result, rows, bytes } = await run();
    log({ rows, bytes });
    return result;
  } catch (error) {
    log({ failed: error instanceof Problem ? error.errorKey : 'internal' });
    throw error instanceof Problem ? error : withoutText(error, query);
  }
}

/** An engine's message may hold parts of the query: only what kind of error it is goes on. */
function withoutText(error: unknown, query: string): Error {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const kind = /^[\w ]{1,40}(?=:)/.exec(message)?.[0] ?? '';
  return new Error(`the query ${query} failed: ${name} ${kind}`.trim());
}
