/**
 * Waits for pieces of work that run at once, for all of them also when one fails: none still uses what is closed after a failure.
 *
 * @throws the first failure.
 */
export async function sideBySide<T extends unknown[]>(...work: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  await Promise.allSettled(work);
  return Promise.all(work) as Promise<T>;
}
