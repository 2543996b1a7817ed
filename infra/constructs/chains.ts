import type { Chain } from '../../functions/manifest/job.ts';
import { type JobName, jobOf, jobs } from '../../functions/manifests.ts';

/** Invocations in a chain after which Lambda stops the next one, "approximately": Lambda developer guide, recursive loop detection. */
const stoppedByLambda = 16;

/** The messages of a worker to itself, where they are more than Lambda lets a function send that does not ask for it. */
export function longChain(name: string): Chain | undefined {
  const chain = chainOf(name);
  return chain && chain.longest >= stoppedByLambda ? chain : undefined;
}

/** The messages of a worker to itself; undefined for a function that sends none. */
export const chainOf = (name: string): Chain | undefined =>
  Object.hasOwn(jobs, name) ? jobOf(name as JobName).chain : undefined;
