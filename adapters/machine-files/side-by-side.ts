import type { WorkDatabase } from './work-database.ts';

/**
 * Does two pieces of work at once, each of them a row engine's work on one processor, and waits for both also when one fails: none still
 * uses what is closed after a failure.
 *
 * @throws the first failure.
 */
export async function sideBySide<A, B>(
  work: WorkDatabase,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  // With a thread of the engine's own beside those that ask, an idle thread polls for work all the time.
  await work.useThreads(1);
  const ended = () => work.useThreads(2);
  const both = [first().finally(ended), second().finally(ended)] as const;
  await Promise.allSettled(both);
  return Promise.all(both);
}
