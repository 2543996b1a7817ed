import { type JobName, jobNames, jobs } from '../../functions/manifests.ts';

/** The concurrent executions that AWS gives an account in a region, once it is not new any more. */
export const usualAccountConcurrency = 1000;

/** The least that an event source accepts as its maximum. */
const minSlots = 2;

/** The least number of slots that the workers of all queues need together. */
export const minWorkerSlots = minSlots * jobNames.length;

/** How many workers of a queue run at once, by job, where the operator says so. */
export type Ceilings = Readonly<Partial<Record<JobName, number>>>;

/**
 * How many workers of each queue may run at once. Workers of all queues together get half of the account's concurrent executions at most, so that
 * requests find the other half. Where that is less than the manifests say, each worker keeps the two that an event source needs, and the rest is
 * shared in the proportions of the manifests. A number that is set stays as it is, and one that is higher than its manifest's shrinks no other.
 *
 * @param accountConcurrency concurrent executions of the account in the region.
 * @throws Error if half of it is less than two for each queue, or less than what is set.
 * @example Object.values(workerSlots(100)).length // as many as queues
 */
export function workerSlots(accountConcurrency: number, set: Ceilings = {}): Readonly<Record<JobName, number>> {
  const half = Math.floor(accountConcurrency / 2);
  if (half < minWorkerSlots)
    throw new Error(
      `accountConcurrency is ${accountConcurrency}: the workers of ${jobNames.length} queues need ${minWorkerSlots} slots, which may be half of it at most. Ask AWS for more concurrent executions; npx furrow preflight prints the request.`,
    );
  const wanted = jobNames.reduce((sum, name) => sum + (set[name] ?? jobs[name].concurrency), 0);
  const isRaised = jobNames.some((name) => (set[name] ?? 0) > jobs[name].concurrency);
  const others = jobNames.filter((name) => set[name] === undefined);
  const settled = jobNames.reduce((sum, name) => sum + (set[name] ?? minSlots), 0);
  if (settled > half || (isRaised && wanted > half))
    throw new Error(
      `workers are ${wanted} together (${jobNames.map((name) => `${name} ${set[name] ?? jobs[name].concurrency}`).join(', ')}), and may be ${half} at most, half of accountConcurrency ${accountConcurrency}. Set fewer in \`workers\`, or ask AWS for ${2 * wanted} concurrent executions and say so.`,
    );
  const above = others.reduce((sum, name) => sum + jobs[name].concurrency - minSlots, 0);
  const share = above > 0 ? Math.min(1, (half - settled) / above) : 0;
  const slots = jobNames.map((name) => [
    name,
    set[name] ?? minSlots + Math.floor((jobs[name].concurrency - minSlots) * share),
  ]);
  return Object.fromEntries(slots) as Record<JobName, number>;
}
