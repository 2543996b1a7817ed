import type { WorkDatabase } from './work-database.ts';

/**
 * Runs two pieces of work in parallel, each of them statements of the row engine on one thread, and waits for both also
 * if one fails, so that nothing is used after it is closed.
 *
 * @throws the first failure.
 */
export async function sideBySide<A, B>(
  work: WorkDatabase,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  // With a thread of the engine besides the calling ones, an idle thread would poll for work all the time.
  await work.useThreads(1);
  const ended = () => work.useThreads(2);
  const both = [first().finally(ended), second().finally(ended)] as const;
  await Promise.allSettled(both);
  return Promise.all(both);
}
