import { type JobName, jobNames, jobs } from '../../functions/manifests.ts';

/** The concurrent executions that AWS gives an account in a region, once it is not new any more. */
export const usualAccountConcurrency = 1000;

/** The least that an event source accepts as its maximum. */
const minSlots = 2;

/** The least number of slots that the workers of all queues need together. */
export const minWorkerSlots = minSlots * jobNames.length;

/**
 * How many workers of each queue may run at once. Workers of all queues together get half of the account's concurrent executions at most, so that
 * requests find the other half. Where that is less than the manifests say, each worker keeps the two that an event source needs, and the rest is
 * shared in the proportions of the manifests.
 *
 * @param accountConcurrency concurrent executions of the account in the region.
 * @throws Error if half of it is less than two for each queue.
 * @example Object.values(workerSlots(100)).length // as many as queues
 */
export function workerSlots(accountConcurrency: number): Readonly<Record<JobName, number>> {
  const room = Math.floor(accountConcurrency / 2) - minWorkerSlots;
  if (room < 0)
    throw new Error(
      `accountConcurrency is ${accountConcurrency}: the workers of ${jobNames.length} queues need ${minWorkerSlots} slots, which may be half of it at most. Ask AWS for more concurrent executions; npx furrow preflight prints the request.`,
    );
  const wanted = jobNames.reduce((sum, name) => sum + jobs[name].concurrency - minSlots, 0);
  const share = Math.min(1, room / wanted);
  const slots = jobNames.map((name) => [name, minSlots + Math.floor((jobs[name].concurrency - minSlots) * share)]);
  return Object.fromEntries(slots) as Record<JobName, number>;
}

/**
 * The account's concurrent executions as the operator gives them, 1,000 if not at all.
 *
 * @throws Error if it is no whole number, or too few for the workers.
 */
export function accountConcurrencyOf(given = String(usualAccountConcurrency)): number {
  if (!/^\d+$/.test(given)) throw new Error(`accountConcurrency is a whole number, not "${given}"`);
  workerSlots(Number(given));
  return Number(given);
}
