import type { JobName } from './jobs.ts';

/** Messages of a worker to itself, each of which leads to the next. */
interface Chain {
  /**
   * The most that follow one another, the first one included. Lambda stops a function after about 16, unless this is more: then it lets it
   * go on (`RecursiveLoop: Allow`), and the worker stops the chain itself after so many.
   */
  longest: number;
  /** Why it ends there, and why the sweep does not send instead where it is long. */
  why: string;
}

/** How far workers go that may send to their own queues. */
export const chains: Partial<Record<JobName, Chain>> = {
  'process-machine-files': {
    longest: 1_000,
    why: 'A user’s operations are brought up to date for 13 minutes at a time, and files to be processed again are set to work for 14: no list says which users wait. Looks at files under way become rare, and end with the files, after half a day at most.',
  },
  'compact-lake': {
    longest: 3,
    why: 'A compaction asks for the removal of the generation before, which waits once more when that was shown late. What is left to be compacted is due, and the sweep sends for it.',
  },
  'erase-user': {
    longest: 5,
    why: 'The second pass is 17 minutes after the first, and SQS delays no message for more than 15: two waits, and two more where clocks differ by seconds.',
  },
  'sync-fields': {
    longest: 1_000,
    why: 'A round is broken off after 14 minutes and goes on where it was: as often as the provider has fields for. No list says which users wait.',
  },
  'merge-fields': {
    longest: 1_000,
    why: 'Changed fields are looked at for 13 minutes at a time, until none is left. No list says which users wait.',
  },
  'run-queries': {
    longest: 200,
    why: 'A query waits for its turn for an hour, and asks for it every 2 to 30 seconds: the sweep would ask once a minute.',
  },
  'write-tables': {
    longest: 2,
    why: 'A state of a shard asks for the removal of the one before. What is left to be written is overdue, and the sweep sends for it.',
  },
};

/** Invocations in a chain after which Lambda stops the next one, "approximately": Lambda developer guide, recursive loop detection. */
const stoppedByLambda = 16;

/** The messages of a worker to itself, where they are more than Lambda lets a function send that does not ask for it. */
export function longChain(name: string): Chain | undefined {
  const chain = chainOf(name);
  return chain && chain.longest >= stoppedByLambda ? chain : undefined;
}

export const chainOf = (name: string): Chain | undefined => chains[name as JobName];
